import type { FieldType } from './field-type';
import { cleanText } from './text-types';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The same for the document, whose regular expressions are read by those of all languages: parts of a pattern. */
const MONTH_PART = '(19[7-9]|20[0-9]|21[0-9])[0-9]-(0[1-9]|1[0-2])';
const DATE_PART = `${MONTH_PART}-(0[1-9]|[12][0-9]|3[01])`;
const TIME_PART = '([01][0-9]|2[0-3]):[0-5][0-9]';
const INSTANT_PART = `${DATE_PART}[Tt]${TIME_PART}(:00(\\.0{1,9})?)?([Zz]|[+-]${TIME_PART})?`;
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d(:([0-5]\d)(\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)?$/;

/** Whether `YYYY-MM-DD` is a day of the calendar, in the years 1970 to 2199 that the service keeps. */
export function isLocalDate(value: unknown): value is string {
  const parts = typeof value === 'string' ? DATE.exec(value) : null;
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (year < 1970 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Whether `HH:MM` is a time of the day, 00:00 to 23:59. */
export function isLocalTime(value: unknown): value is string {
  return typeof value === 'string' && TIME.test(value);
}

/**
 * Whether a string is an RFC 3339 instant on a whole minute, or the same without an offset (wall-clock time). Seconds may
 * be left out; where they are given they are zero, as appointments start on whole minutes.
 */
export function isInstant(value: unknown): value is string {
  const parts = typeof value === 'string' ? INSTANT.exec(value) : null;
  if (parts === null || !isLocalDate(parts[1])) return false;
  return Number(parts[4] ?? 0) === 0 && Number(`0${parts[5] ?? ''}`) === 0;
}

/** A date, `YYYY-MM-DD`. */
export function localDate(): FieldType {
  return {
    schema: { type: 'string', format: 'date' },
    clean: (value) => cleanText(value),
    fault: (value) => (isLocalDate(value) ? undefined : 'must be a date as YYYY-MM-DD'),
  };
}

/** A time of the day, `HH:MM`, 24-hour. */
export function localTime(): FieldType {
  return {
    schema: { type: 'string', pattern: `^${TIME_PART}$` },
    clean: (value) => cleanText(value),
    fault: (value) => (isLocalTime(value) ? undefined : 'must be a time as HH:MM, 24-hour'),
  };
}

/** A time of the day at which something ends: `HH:MM`, or `24:00`. */
export function endOfLocalTime(): FieldType {
  return {
    schema: { type: 'string', pattern: `^(${TIME_PART}|24:00)$` },
    clean: (value) => cleanText(value),
    fault: (value) =>
      isLocalTime(value) || value === '24:00' ? undefined : 'must be a time as HH:MM, 24-hour, or 24:00',
  };
}

/** An instant on a whole minute (RFC 3339); without an offset it is wall-clock time. */
export function instant(): FieldType {
  return {
    schema: { type: 'string', format: 'date-time' },
    clean: (value) => cleanText(value),
    fault: (value) =>
      isInstant(value) ? undefined : 'must be an instant such as 2026-12-01T09:00:00Z, on a whole minute',
  };
}

/** An instant, or a time of the day that goes with a `date` beside it. */
export function instantOrLocalTime(): FieldType {
  return {
    schema: {
      type: 'string',
      pattern: `^(${TIME_PART}|${INSTANT_PART})$`,
      description: '`HH:MM`, or an instant (RFC 3339)',
    },
    clean: (value) => cleanText(value),
    fault: (value) =>
      isInstant(value) || isLocalTime(value)
        ? undefined
        : 'must be a time as HH:MM or an instant such as 2026-12-01T09:00:00Z',
  };
}

/** When something ends: an instant, or `HH:MM` (`24:00` too) on the date on which it starts. */
export function endTime(): FieldType {
  return {
    schema: {
      type: 'string',
      pattern: `^(${TIME_PART}|24:00|${INSTANT_PART})$`,
      description: '`HH:MM`, or an instant (RFC 3339)',
    },
    clean: (value) => cleanText(value),
    fault: (value) =>
      isInstant(value) || isLocalTime(value) || value === '24:00'
        ? undefined
        : 'must be a time as HH:MM or an instant such as 2026-12-01T09:45:00Z',
  };
}

/** A date, or an instant (RFC 3339). */
export function dateOrInstant(): FieldType {
  return {
    schema: {
      type: 'string',
      pattern: `^(${DATE_PART}|${INSTANT_PART})$`,
      description: 'a date as `YYYY-MM-DD`, or an instant (RFC 3339)',
    },
    clean: (value) => cleanText(value),
    fault: (value) =>
      isLocalDate(value) || isInstant(value)
        ? undefined
        : 'must be a date as YYYY-MM-DD or an instant such as 2026-12-01T09:00:00Z',
  };
}

/** A month, `YYYY-MM`. */
export function month(): FieldType {
  return {
    schema: { type: 'string', pattern: `^${MONTH_PART}$` },
    clean: (value) => cleanText(value),
    fault: (value) =>
      typeof value === 'string' && isLocalDate(`${value}-01`) ? undefined : 'must be a month as YYYY-MM',
  };
}

/** An IANA time zone name, such as `Europe/Berlin`. */
export function timeZone(): FieldType {
  return {
    schema: {
      type: 'string',
      pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
      description: 'IANA time zone name, such as `Europe/Berlin`',
    },
    clean: (value) => cleanText(value),
    fault: (value) => (isTimeZone(value) ? undefined : 'must be an IANA time zone such as Europe/Berlin'),
  };
}

function isTimeZone(value: unknown): boolean {
  if (typeof value !== 'string' || !/^[A-Za-z]/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
