import { prefersStrict } from './preferences';

describe('prefersStrict', () => {
  it.each([
    'handling=strict',
    'Handling=Strict',
    'handling="strict"',
    'handling = strict',
    '  handling=strict\t',
    'handling=strict; charset=utf-8',
    'handling=strict;a="b;c,d"',
    'respond-async, wait=10, handling=strict',
    'respond-async; foo="a\\", b", handling=strict',
    'return=minimal,handling=strict',
    ',, handling=strict,',
    'handling=strict, handling=lenient',
  ])('finds handling=strict in %j', (prefer) => {
    expect(prefersStrict({ prefer })).toBe(true);
  });

  it.each([
    '',
    'strict',
    'handling',
    'handling=',
    'handling=lenient',
    'handling=stricter',
    'handling=strict=yes',
    'handling strict',
    'handling="strict',
    'x-handling=strict',
    'handling=lenient, handling=strict',
    'foo; handling=strict',
    'foo="a, handling=strict"',
    'foo="\\", handling=strict"',
    '"handling=strict"',
  ])('does not find it in %j', (prefer) => {
    expect(prefersStrict({ prefer })).toBe(false);
  });

  it('is false without the header', () => {
    expect(prefersStrict({})).toBe(false);
  });

  it.each(['"\\', '"', 'a;', ' ', '\\"'])('reads 16,000 characters of %j without delay', (part) => {
    expect(prefersStrict({ prefer: `${part.repeat(16_000 / part.length)},handling=strict` })).toBeDefined();
  });
});
