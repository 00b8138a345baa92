import { dayBounds } from '../../../platform/time/zones/wall-clock';
import type { FieldType } from '../../../platform/http/validation/field-type';
import { isLocalDate } from '../../../platform/time/local-date';
import { DAY_MS } from '../../../platform/time/units';

const DAYS = /^([1-9]\d{0,4})d$/;

/** The option for the expiry of a key: a date, or a number of days such as `90d`. */
export function expiry(): FieldType {
  return {
    schema: { type: 'string' },
    fault: (value) =>
      typeof value === 'string' && (DAYS.test(value) || isLocalDate(value))
        ? undefined
        : 'must be a date as YYYY-MM-DD, or a number of days such as 90d',
  };
}

/** The instant of an expiry: the end of the date in `zone`, or `now` (epoch ms) plus 24 hours for each day. */
export function expiresAt(text: string, now: number, zone: string): Date {
  const days = DAYS.exec(text)?.[1];
  return new Date(days === undefined ? dayBounds(text, zone).end : now + Number(days) * DAY_MS);
}
