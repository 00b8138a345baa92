import { assertBounded, assertFewValues } from './json-bounds';

const list = (count: number, item: string) => Buffer.from(`[${`${item},`.repeat(count - 1)}${item}]`);

describe('The count of values before a body is parsed', () => {
  it.each(['1', '{}', '[]', '""', '"a,b"', '{"a": 1}'])('refuses 10,001 times %s', (item) => {
    expect(() => {
      assertFewValues(list(10_001, item));
    }).toThrow('The body has too many members');
  });

  it.each(['"notes": "x"', '"a,[{b": 1', String.raw`"a\",\\": ",,"`])(
    'allows 9,000 members such as %s',
    (member) => {
      const members = `${member},`.repeat(8_999) + member;
      expect(() => {
        assertFewValues(Buffer.from(`{${members}}`));
      }).not.toThrow();
    },
  );

  it('allows a text of many commas', () => {
    expect(() => {
      assertFewValues(Buffer.from(JSON.stringify({ notes: ',[{'.repeat(100_000) })));
    }).not.toThrow();
  });
});

describe('The bounds of a body that was parsed', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [i, i]));
  const isAllowed = (body: unknown) => {
    try {
      assertBounded(body);
      return true;
    } catch {
      return false;
    }
  };

  it.each<[string, (count: number) => unknown, number]>([
    ['levels', nested, 32],
    ['members of an object', (count) => ({ a: [members(count)] }), 200],
    ['values, the list itself counted', (count) => Array(count - 1).fill(1), 10_000],
    ['values at two levels, the lists counted', (count) => [Array(count - 2).fill(1)], 10_000],
  ])('allow so many %s and no more', (_what, bodyOf, most) => {
    expect([isAllowed(bodyOf(most)), isAllowed(bodyOf(most + 1))]).toEqual([true, false]);
  });
});
