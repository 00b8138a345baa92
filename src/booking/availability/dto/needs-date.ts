import { parseTime } from '../../../platform/time/local-date';

/** Whether a start is a time of day, which needs a `date`. A missing start counts as one. */
export function needsDate(start: unknown): boolean {
  return typeof start !== 'string' || parseTime(start) !== undefined;
}
