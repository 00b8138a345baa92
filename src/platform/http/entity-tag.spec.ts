import { entityTagOf, namesStrongly, namesWeakly } from './entity-tag';

const TAG = '"Wn1mXo1LWyqTzmSfn8wOIA"';
const BARE = 'Wn1mXo1LWyqTzmSfn8wOIA';

describe('entityTagOf', () => {
  it('is a quoted tag of characters that need no escape', () => {
    expect(entityTagOf('{"id":1}')).toMatch(/^"[\w-]{22}"$/);
  });

  it('is the same for the same text', () => {
    expect(entityTagOf('{"id":1}')).toBe(entityTagOf('{"id":1}'));
  });

  it.each(['{"id":2}', '{"id":1} ', '{"id":1,"notes":null}', '{"id":"1"}', ''])(
    'is another for %j',
    (text) => {
      expect(entityTagOf(text)).not.toBe(entityTagOf('{"id":1}'));
    },
  );

  it('tells texts of other scripts apart', () => {
    expect(entityTagOf('"é"')).not.toBe(entityTagOf('"è"'));
  });
});

describe.each([
  ['namesStrongly', namesStrongly],
  ['namesWeakly', namesWeakly],
])('%s', (_name, names) => {
  it.each([
    '*',
    ' * ',
    TAG,
    `  ${TAG}\t`,
    `"other", ${TAG}`,
    `${TAG},"other"`,
    `,, ${TAG} ,`,
    `"a,b",${TAG}`,
  ])('finds the tag in %j', (header) => {
    expect(names(header, TAG)).toBe(true);
  });

  it.each([BARE, `other, ${BARE}`, `"other",${BARE}`])('reads a tag without its quotes: %j', (header) => {
    expect(names(header, TAG)).toBe(true);
  });

  it.each([
    ...['', ' ', ',', '"', '""', '"*"', '**', '"other"', '"other", *'],
    ...[TAG.toLowerCase(), `"x${BARE}"`, `"${BARE}, other"`, `"a, ${TAG.slice(1)}`, `w/${TAG}`, `W/${BARE}`],
  ])('does not find it in %j', (header) => {
    expect(names(header, TAG)).toBe(false);
  });
});

describe('a weak tag', () => {
  it.each([`W/${TAG}`, `"other", W/${TAG}`])('is not enough for If-Match: %j', (header) => {
    expect(namesStrongly(header, TAG)).toBe(false);
  });

  it.each([`W/${TAG}`, `"other", W/${TAG}`])('is enough for If-None-Match: %j', (header) => {
    expect(namesWeakly(header, TAG)).toBe(true);
  });
});

it('copes with a header full of quotes', () => {
  const header = '"'.repeat(16_001);
  expect(namesStrongly(header, TAG)).toBe(false);
  expect(namesWeakly(`${header.slice(1)},${TAG}`, TAG)).toBe(true);
});
