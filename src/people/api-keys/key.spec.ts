import { formatKey, mintKey, parseKey } from './key';

/** Computed with Python's zlib. The last one begins with zeros. */
const CHECKSUMS = [
  ['xsk_0123456789AB_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ', '12OlWQ'],
  ['xsk_000000000000_0000000000000000000000000000000000000000000', '0yUAkH'],
  ['xsk_zzzzzzzzzzzz_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '35SHOv'],
  ['xsk_000000000121_0000000000000000000000000000000000000000000', '00FtFS'],
] as const;

describe('A key', () => {
  it.each(CHECKSUMS)('%s has the checksum %s', (text, checksum) => {
    const [, keyId = '', secret = ''] = text.split('_');
    expect(parseKey(text + checksum)).toEqual({ keyId, secret: secret + checksum });
  });

  it.each(CHECKSUMS)('%s without a checksum is one of an earlier version', (text) => {
    const [, keyId = '', secret = ''] = text.split('_');
    expect(parseKey(text)).toEqual({ keyId, secret });
  });

  it('is none with one character changed, wherever it stands', () => {
    const key = formatKey(mintKey());
    const positions = Array.from(key).flatMap((character, at) => (character === '_' ? [] : [at]));
    const changed = positions.map(
      (at) => key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1),
    );
    expect(changed.filter((text) => parseKey(text) !== undefined)).toEqual([]);
    expect(parseKey(key)).toBeDefined();
  });

  it.each([-1, 1, 7])('is none with %s characters more', (more) => {
    const key = formatKey(mintKey());
    expect(parseKey(more < 0 ? key.slice(0, more) : key + '0'.repeat(more))).toBeUndefined();
  });
});
