import { formatToken, isTokenOf, type KnownLink, LINK_KINDS, readToken } from './link-token';

const KEY = Buffer.alloc(32, 1);
const LINK: KnownLink = { kind: 'appointment', id: 7, linkCounter: 0, holderId: 3 };

describe('The token of a link', () => {
  it('is that of its kind, number, counter and customer alone', () => {
    const sent = readToken(formatToken(KEY, LINK));
    expect(sent).toMatchObject({ kind: 'appointment', id: 7 });
    const others = [
      ...LINK_KINDS.filter((kind) => kind !== LINK.kind).map((kind) => ({ ...LINK, kind })),
      ...[{ id: 8 }, { linkCounter: 1 }, { holderId: 4 }].map((other) => ({ ...LINK, ...other })),
    ];
    expect(sent && [LINK, ...others].filter((link) => isTokenOf(KEY, sent, link))).toEqual([LINK]);
  });
});
