import { type Defaults, STAYS, withDefaults } from './replacement';

interface Body {
  readonly name: string;
  readonly color?: string | null;
  readonly slug?: string | null;
}

const DEFAULTS = { color: null, slug: STAYS } satisfies Defaults<Body>;

describe('withDefaults', () => {
  it('gives an absent member its default', () => {
    expect(withDefaults<Body>({ name: 'Ana' }, DEFAULTS)).toEqual({ name: 'Ana', color: null });
  });

  it('leaves out an absent member whose default is STAYS', () => {
    expect(withDefaults<Body>({ name: 'Ana' }, DEFAULTS)).not.toHaveProperty('slug');
  });

  it('keeps a present member, even when it is null', () => {
    expect(withDefaults<Body>({ name: 'Ana', color: '#FF0000', slug: null }, DEFAULTS)).toEqual({
      name: 'Ana',
      color: '#FF0000',
      slug: null,
    });
  });

  it('does not compile with defaults that leave out an optional member', () => {
    // @ts-expect-error: `slug` has neither a default nor STAYS.
    expect(withDefaults<Body>({ name: 'Ana' }, { color: null })).toEqual({ name: 'Ana', color: null });
  });
});
