import { gzipSync } from 'node:zlib';
import type { Spoil } from './drafts';

/** Returns the bytes of a damaged body. */
export function spoilt(text: string, spoil: Spoil | undefined): Buffer {
  if (spoil === undefined) return Buffer.from(text);
  if (spoil.kind === 'add') return Buffer.from(withMember(text, spoil));
  const half = Math.floor(text.length / 2);
  switch (spoil.how) {
    case 'empty':
      return Buffer.alloc(0);
    case 'bom':
      return Buffer.from(`\ufeff${text}`);
    case 'utf-16':
      return Buffer.from(text, 'utf16le');
    case 'invalid utf-8':
      return intoText(text, [0xff]);
    case 'overlong utf-8':
      return intoText(text, [0xc0, 0x80]);
    case 'surrogate in utf-8':
      return intoText(text, [0xed, 0xa0, 0x80]);
    case 'truncated':
      return Buffer.from(text.slice(0, half));
    case 'doubled':
      return Buffer.from(text + text);
    case 'trailing comma':
      return Buffer.from(text.replace(/\}$/, ',}'));
    case 'gzip':
      return gzipSync(text);
    case 'half a gzip':
      return gzipSync(text).subarray(0, -12);
    case 'no gzip':
      return Buffer.from(text);
  }
}

/** Returns the headers of a compressed body. */
export function headersOf(spoil: Spoil | undefined): Readonly<Record<string, string>> {
  return spoil?.kind === 'bytes' && spoil.how.includes('gzip') ? { 'content-encoding': 'gzip' } : {};
}

function withMember(text: string, { name, value, atEnd }: Extract<Spoil, { kind: 'add' }>): string {
  if (!/^\{.*\}$/s.test(text)) return text;
  const member = `${JSON.stringify(name)}:${value.text}`;
  const others = text.slice(1, -1);
  const comma = others.trim() === '' ? '' : ',';
  return atEnd ? `{${others}${comma}${member}}` : `{${member}${comma}${others}}`;
}

/** Inserts bytes after the first opening quote of a value, if there is one. */
function intoText(text: string, bytes: readonly number[]): Buffer {
  const at = text.indexOf(':"') + 2;
  return Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from(bytes), Buffer.from(text.slice(at))]);
}
