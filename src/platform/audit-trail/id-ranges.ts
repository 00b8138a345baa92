/** Ids from the first to the last, both included. */
export type IdRange = readonly [first: number, last: number];

/** The ids above `after` and up to `upTo` that are not in a list. @param ids ascending, all of them in that range */
export function missing(after: number, upTo: number, ids: readonly number[]): IdRange[] {
  const bounds = [after, ...ids, upTo + 1];
  return bounds
    .slice(1)
    .map((bound, index): IdRange => [(bounds[index] ?? after) + 1, bound - 1])
    .filter(isNotEmpty);
}

/** The ids of some ranges that are not in a list. @param ids ascending */
export function without(ranges: readonly IdRange[], ids: readonly number[]): IdRange[] {
  return ranges.flatMap(([first, last]) =>
    missing(
      first - 1,
      last,
      ids.filter((id) => id >= first && id <= last),
    ),
  );
}

function isNotEmpty([first, last]: IdRange): boolean {
  return first <= last;
}
