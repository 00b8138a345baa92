/** A part of an e-mail: its headers with lower-case names, unfolded, and either its decoded body or its inner parts. */
export interface MimePart {
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
  readonly body: string;
  readonly parts: readonly MimePart[];
}

/** Parses the subset of MIME (RFC 2045 to 2047) that the tests need. */
export function readMime(source: string): MimePart {
  const end = source.indexOf('\r\n\r\n');
  const headers = readHeaders(source.slice(0, end));
  const content = source.slice(end + 4);
  const contentType = headers['content-type'] ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  return {
    headers,
    type: contentType.replace(/;.*/s, '').toLowerCase(),
    body: boundary === undefined ? decode(content, headers['content-transfer-encoding']) : '',
    parts: boundary === undefined ? [] : splitParts(content, boundary).map(readMime),
  };
}

/** The first part of a type, at any depth. */
export function partOf(message: MimePart, type: string): MimePart {
  const found = allParts(message).find((part) => part.type === type);
  if (found === undefined) throw new Error(`there is no part of type ${type}`);
  return found;
}

/** All parts of a type, in their order. */
export function partsOf(message: MimePart, type: string): MimePart[] {
  return allParts(message).filter((part) => part.type === type);
}

function allParts(part: MimePart): MimePart[] {
  return [part, ...part.parts.flatMap(allParts)];
}

function readHeaders(block: string): Record<string, string> {
  const lines = block.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
    }),
  );
}

function splitParts(content: string, boundary: string): string[] {
  const [body = ''] = `\r\n${content}`.split(`\r\n--${boundary}--`);
  return body.split(`\r\n--${boundary}\r\n`).slice(1);
}

function decode(content: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString();
  return encoding === 'quoted-printable' ? quotedPrintable(content.replaceAll(/=\r\n/g, '')) : content;
}

function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, kind: string, value: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(value, 'base64').toString()
        : quotedPrintable(value.replaceAll('_', ' ')),
    );
}

function quotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
