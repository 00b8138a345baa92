import { codedTag, entityTagOf, namesStrongly, namesWeakly } from './entity-tag';

const TAG = '"Wn1mXo1LWyqTzmSfn8wOIA"';
const BARE = 'Wn1mXo1LWyqTzmSfn8wOIA';

describe('An entity tag', () => {
  it('is quoted and has only characters that need no escape', () => {
    expect(entityTagOf('{"id":1}')).toMatch(/^"[\w-]{22}"$/);
  });

  it('is the same for the same text', () => {
    expect(entityTagOf('{"id":1}')).toBe(entityTagOf('{"id":1}'));
  });

  it.each(['{"id":2}', '{"id":1} ', '{"id":1,"notes":null}', '{"id":"1"}', ''])(
    'is different for the text %j',
    (text) => {
      expect(entityTagOf(text)).not.toBe(entityTagOf('{"id":1}'));
    },
  );

  it('is different for texts that differ only in an accent', () => {
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

  it.each([BARE, `other, ${BARE}`, `"other",${BARE}`])(
    'accepts the tag without its quotes in %j',
    (header) => {
      expect(names(header, TAG)).toBe(true);
    },
  );

  it.each([
    ...['', ' ', ',', '"', '""', '"*"', '**', '"other"', '"other", *', `*, ${TAG}`, `${TAG}, *`],
    ...[`"a"${TAG}`, `${TAG}"b"`, `${TAG} "b"`, `${TAG}x`, `"a b", ${TAG}`, `${TAG}, "open`, `${TAG};q=1`],
    ...[TAG.toLowerCase(), `"x${BARE}"`, `"${BARE}, other"`, `"a, ${TAG.slice(1)}`, `w/${TAG}`, `W/${BARE}`],
  ])('does not find the tag in %j', (header) => {
    expect(names(header, TAG)).toBe(false);
  });
});

describe('A weak tag', () => {
  it.each([`W/${TAG}`, `"other", W/${TAG}`])('does not match in If-Match: %j', (header) => {
    expect(namesStrongly(header, TAG)).toBe(false);
  });

  it.each([`W/${TAG}`, `"other", W/${TAG}`])('matches in If-None-Match: %j', (header) => {
    expect(namesWeakly(header, TAG)).toBe(true);
  });
});

describe('The tag of a compressed representation', () => {
  it.each([TAG, entityTagOf('{"id":1}', '{"customer":{}}')])(
    'is another one, and names the same state: %s',
    (tag) => {
      const coded = codedTag(tag);
      expect(coded).not.toBe(tag);
      for (const header of [coded, coded.replaceAll('"', ''), `"other", ${coded}`])
        expect([namesStrongly(header, tag), namesWeakly(header, tag)]).toEqual([true, true]);
      expect([namesStrongly(`W/${coded}`, tag), namesWeakly(`W/${coded}`, tag)]).toEqual([false, true]);
      expect(namesWeakly(codedTag(entityTagOf('{"id":2}')), tag)).toBe(false);
    },
  );
});

it('namesStrongly and namesWeakly parse a header of 16,001 quotes without delay', () => {
  const header = '"'.repeat(16_001);
  expect(namesStrongly(header, TAG)).toBe(false);
  expect(namesWeakly(`${header.slice(1)},${TAG}`, TAG)).toBe(false);
  expect(namesStrongly(`${' '.repeat(16_000)}x y`, TAG)).toBe(false);
});

describe('The tag of a representation that includes other resources', () => {
  const own = entityTagOf('{"id":1}');
  const including = entityTagOf('{"id":1}', '{"customer":{}}');

  it('matches in If-Match as the tag of the resource does, with all that it includes', () => {
    expect(namesStrongly(including, own)).toBe(true);
    expect(namesStrongly(`"other", ${including.replaceAll('"', '')}`, own)).toBe(true);
    expect(namesStrongly(`W/${including}`, own)).toBe(false);
    expect(namesStrongly(entityTagOf('{"id":2}', '{"customer":{}}'), own)).toBe(false);
  });

  it('matches in If-None-Match as a whole', () => {
    expect(namesWeakly(including, including)).toBe(true);
    expect(namesWeakly(including, own)).toBe(false);
    expect(namesWeakly(own, including)).toBe(false);
    expect(namesWeakly(entityTagOf('{"id":1}', '{"customer":1}'), including)).toBe(false);
  });
});
