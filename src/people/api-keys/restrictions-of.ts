import { ValidationError } from '../../platform/errors/errors';
import type { Restrictions } from '../../platform/restrictions';
import { notForBrowsers, SCOPES_OF_BROWSERS } from './restriction-lists';

/** Restrictions as they are given: null, or an empty list, is none. */
export type GivenRestrictions = { readonly [Name in keyof Restrictions]?: Restrictions[Name] | null };

/** @returns null when the key may do all that the roles of its user allow @throws ValidationError of the scopes of a browser key */
export function restrictionsOf(given: GivenRestrictions): Restrictions | null {
  const set = Object.entries(given).filter(
    ([, value]) => value != null && !(Array.isArray(value) && value.length === 0),
  );
  const restrictions: Restrictions = Object.fromEntries(set);
  if (restrictions.origins !== undefined) assertScopesOfBrowsers(restrictions.scopes);
  return set.length === 0 ? null : restrictions;
}

/** Everyone can read a key that stands in a page. */
function assertScopesOfBrowsers(scopes: readonly string[] | undefined): void {
  if (scopes === undefined)
    throw new ValidationError({ scopes: `must be given with origins, out of ${SCOPES_OF_BROWSERS}` });
  const wrong = notForBrowsers(scopes);
  if (wrong !== undefined)
    throw new ValidationError({
      scopes: `has ${wrong}, which no page can have; with origins they are out of ${SCOPES_OF_BROWSERS}`,
    });
}
