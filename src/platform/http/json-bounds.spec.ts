import { assertFewValues } from './json-bounds';

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
