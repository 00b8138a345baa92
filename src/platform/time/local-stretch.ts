import { parseEndTime, parseTime } from './local-date';

/** A half-open part of a local day, in minutes since midnight, 0 to 1440. */
export interface LocalStretch {
  readonly startMin: number;
  readonly endMin: number;
}

/** A stretch as a body gives it: `HH:MM`, 24-hour; the end may be `24:00`. */
export interface StretchText {
  readonly start: string;
  readonly end: string;
}

/** The stretch that validated times name. */
export function parseStretch({ start, end }: StretchText): LocalStretch {
  return { startMin: parseTime(start) ?? 0, endMin: parseEndTime(end) ?? 0 };
}

export function isEmptyStretch({ startMin, endMin }: LocalStretch): boolean {
  return endMin <= startMin;
}

export function stretchesOverlap(a: LocalStretch, b: LocalStretch): boolean {
  return a.startMin < b.endMin && b.startMin < a.endMin;
}
