/** The weekdays, Monday first (ISO 8601). */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A half-open part of a local day, in minutes since midnight, 0 to 1440. */
export interface LocalStretch {
  readonly startMin: number;
  readonly endMin: number;
}
