/**
 * What a key can do less than the roles of its user allow (docs/reference/access.md). A member that is absent restricts nothing.
 */
export interface Restrictions {
  /** Such as `appointments:read`. */
  readonly scopes?: readonly string[];
  /** The IP addresses and blocks of addresses (RFC 4632, RFC 4291) from which it works. */
  readonly allowIp?: readonly string[];
  /** Requests in each window of the rate limit, in the place of RATE_LIMIT. */
  readonly rateLimit?: number;
  /** What it neither reads nor writes. */
  readonly hide?: readonly Hidden[];
  /** Ids of providers. With these or `locations` the key is narrowed: it sees and changes only what belongs to them. */
  readonly providers?: readonly number[];
  /** Ids of locations. With `providers` too, both must hold. */
  readonly locations?: readonly number[];
  /** Serialized origins (RFC 6454) of pages. With these it is a browser key, which everyone can read. */
  readonly origins?: readonly string[];
}

/** Groups of members that a key can hide: what was paid, and how to reach a person. */
export const HIDEABLE = ['payments', 'contacts'] as const;
export type Hidden = (typeof HIDEABLE)[number];

/** What a narrowed key sees and changes: the ids of its providers, of its locations, or both, which must then both hold. */
export type Reach = Pick<Restrictions, 'providers' | 'locations'>;

/** Whether a key stands in the pages of some origins, where everyone can read it. */
export function isBrowserKey({ restrictions }: { readonly restrictions: Restrictions | null }): boolean {
  return restrictions?.origins !== undefined;
}

/** Whether a key sees only a part of the business. */
export function isNarrowed({ providers, locations }: Restrictions): boolean {
  return providers !== undefined || locations !== undefined;
}

/** The reach of a caller; undefined for one that is not narrowed, and without a key. */
export function reachOf(
  caller: { readonly restrictions: Restrictions | null } | undefined,
): Reach | undefined {
  const restrictions = caller?.restrictions ?? null;
  if (restrictions === null || !isNarrowed(restrictions)) return undefined;
  const { providers, locations } = restrictions;
  return { ...(providers && { providers }), ...(locations && { locations }) };
}

const CHANGES_APPOINTMENTS = 'appointments:write';

/** Whether a key sees the links of customers. Who has a link can change what it is about, so it takes a key that can change every appointment. */
export function seesLinks(restrictions: Restrictions | null): boolean {
  if (restrictions === null) return true;
  const { scopes } = restrictions;
  return !isNarrowed(restrictions) && (scopes === undefined || scopes.includes(CHANGES_APPOINTMENTS));
}
