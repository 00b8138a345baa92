/** Sizes of the tables, and the rows with a part in the measurements. */
export const FULL = 1_000_000;
export const SMALL = 20_000;
export const CUSTOMERS = 20_000;

/** A provider has the id of its user, and the first user is the administrator. */
const FIRST_PROVIDER = 2;
const PROVIDERS = 200;
const OPEN_PROVIDERS = 40;

/** Fully booked for `FULL_DAYS` from the anchor, but for twenty minutes a day. */
export const ALMOST_FULL = FIRST_PROVIDER;
/** Leaves 200 days in a folder that is used three weeks after it was filled. */
export const FULL_DAYS = 200 + 21;
/** The providers without appointments from the anchor on: the measurements book with them. */
export const OPEN = ids(FIRST_PROVIDER + 1, OPEN_PROVIDERS);
/** All others of the first 200 have past and future appointments. */
export const ORDINARY = ids(FIRST_PROVIDER + 1 + OPEN_PROVIDERS, PROVIDERS - 1 - OPEN_PROVIDERS);
/** The providers on rosters at three places. They have a service of their own, and no appointments. */
export const ON_ROSTERS = ids(FIRST_PROVIDER + PROVIDERS, 20);
export const ALL_PROVIDERS = ids(FIRST_PROVIDER, PROVIDERS + ON_ROSTERS.length);

/** Three years of weeks around the anchor, a Monday. */
export const PAST_WEEKS = 130;
export const FUTURE_WEEKS = 26;
/**
 * Appointments of a provider on a working day from the anchor on. The same in the small and the full data, so that answers
 * about coming weeks have the same size in both, and only the tables differ in size.
 */
export const FUTURE_RATE = 4;

function ids(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
