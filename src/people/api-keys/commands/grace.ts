import type { FieldType } from '../../../platform/http/validation/field-type';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/time/units';

const UNITS = new Map([
  ['m', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
]);
const GRACE = /^(?:0|([1-9]\d{0,3})([mhd]))$/;
const MAX_DAYS = 90;

/** The option for how long a rotated key still works: `0`, or a number of minutes, hours or days such as `24h`. */
export function grace(): FieldType {
  return {
    schema: { type: 'string' },
    fault: (value) =>
      typeof value === 'string' && GRACE.test(value) && graceMs(value) <= MAX_DAYS * DAY_MS
        ? undefined
        : `must be 0, or a time of at most ${MAX_DAYS} days such as 30m, 24h or 7d`,
  };
}

/** The length of a grace in ms. */
export function graceMs(text: string): number {
  const [, count = '0', unit = 'm'] = GRACE.exec(text) ?? [];
  return Number(count) * (UNITS.get(unit) ?? NaN);
}
