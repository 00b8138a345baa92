/** Lengths of real time. A local day may be longer or shorter: see `dayBounds`. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Minutes of a local day on the clock face; also the midnight that ends it, `24:00`. */
export const DAY_MIN = 1_440;
