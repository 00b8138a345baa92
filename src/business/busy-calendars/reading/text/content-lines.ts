import { isUtf8 } from 'node:buffer';
import { unescapedParameter } from '../../../../platform/values/calendar-values';

/** One line of a calendar, unfolded (RFC 5545, section 3.1). */
export interface ContentLine {
  /** That of its first line in the file, from 1. */
  readonly number: number;
  readonly name: string;
  /** Such as the `TZID` of a time, or the `RANGE` and `FBTYPE` of what has one; names in upper case. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Undefined: the line is longer than MAX_LINE bytes. */
  readonly value: string | undefined;
  /** Whether its bytes are UTF-8. Others are read as Latin-1, in which different bytes stay different. */
  readonly isUtf8: boolean;
}

/** The longest line that is read, in bytes. A list of 3,000 dates has as many. */
export const MAX_LINE = 64 * 1_024;

const [TAB, LF, CR, SPACE, BOM] = [0x09, 0x0a, 0x0d, 0x20, [0xef, 0xbb, 0xbf]];
const LONGEST_NAME = 20;
/** Most lines have none. */
const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

/** Names of properties whose value has no colon, though senders write colons into their TZID without quoting it. */
const DATED = /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)$/;

/** Finds the lines with wanted names. It looks at bytes and makes text of wanted lines only, so the others cost no memory. */
export function* contentLines(bytes: Buffer, wanted: ReadonlySet<string>): Generator<ContentLine> {
  const unfolded = Buffer.allocUnsafe(MAX_LINE);
  let number = 1;
  let next = BOM.every((byte, nth) => bytes[nth] === byte) ? BOM.length : 0;
  while (isBlank(bytes[next])) next++;
  const lineEnd = bytes.includes(LF) ? LF : CR;
  while (next < bytes.length) {
    const first = number;
    const begin = next;
    let length = 0;
    const isWanted = mayBeWanted(bytes, begin, wanted);
    do {
      const from = next === begin ? begin : next + 1;
      const end = endOfLine(bytes, from, lineEnd);
      if (isWanted) length = append(bytes.subarray(from, end), unfolded, length);
      next = end + 1;
      number++;
    } while (isBlank(bytes[next]));
    if (!isWanted) continue;
    const read = unfolded.subarray(0, Math.min(length, MAX_LINE));
    const isText = isUtf8(read);
    const line = parse(read.toString(isText ? 'utf8' : 'latin1'), first, isText);
    if (line === undefined || !wanted.has(line.name)) continue;
    yield length > MAX_LINE ? { ...line, value: undefined } : line;
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}

/** Lines end with CR LF, and in files of some senders with LF alone or CR alone. */
function endOfLine(bytes: Buffer, from: number, lineEnd: number): number {
  const end = bytes.indexOf(lineEnd, from);
  return end === -1 ? bytes.length : end;
}

/** Copies what fits. @returns the length with what does not */
function append(piece: Buffer, unfolded: Buffer, length: number): number {
  const end = piece[piece.length - 1] === CR ? piece.length - 1 : piece.length;
  if (length < MAX_LINE) piece.copy(unfolded, length, 0, end);
  return length + end;
}

/** Whether a line may have a wanted name, by its first few bytes. A name may be folded, too. */
function mayBeWanted(bytes: Buffer, begin: number, wanted: ReadonlySet<string>): boolean {
  const start = bytes.toString('latin1', begin, begin + LONGEST_NAME);
  const [name = ''] = /^[A-Za-z0-9-]*/.exec(start) ?? [];
  const rest = start.slice(name.length);
  return /^[:;]/.test(rest) ? wanted.has(name.toUpperCase()) : /^(?:\r\n?|\n)[ \t]/.test(rest);
}

function parse(line: string, number: number, isText: boolean): ContentLine | undefined {
  const [found = ''] = /^[A-Za-z0-9-]+/.exec(line) ?? [];
  const name = found.toUpperCase();
  const colon = DATED.test(name) ? line.lastIndexOf(':') : unquoted(line, ':', 0);
  if (name === '' || colon < name.length) return undefined;
  const value = line.slice(colon + 1).trim();
  const parameters = colon === name.length ? NO_PARAMETERS : parametersIn(line.slice(name.length, colon));
  return { number, name, parameters, value, isUtf8: isText };
}

/** @param text of a line, from the first semicolon to the colon */
function parametersIn(text: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (let at = 0; at < text.length;) {
    const end = unquoted(text, ';', at + 1);
    const [, key = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text.slice(at + 1, end)) ?? [];
    const plain = value.trim().replace(/^"(.*)"$/s, '$1');
    parameters.set(key.trim().toUpperCase(), unescapedParameter(plain));
    at = end;
  }
  return parameters;
}

/** The index of a character outside of quotes, or the length of the text. */
function unquoted(text: string, character: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && text[at] === character) return at;
  }
  return text.length;
}
