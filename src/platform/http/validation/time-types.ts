import { parseInstant, parseLocalTime, parseStart } from '../../time/instant-text';
import { isLocalDate, parseDay, parseEndTime, parseTime } from '../../time/local-date';
import { isTimeZone } from '../../time/zones/time-zone';
import { storedZoneName } from '../../time/zones/zone-rules';
import type { FieldType } from './field-type';
import { cleanText } from './text-types';

/** Patterns for the OpenAPI document, in the syntax that the regular expressions of all languages share. */
const MONTH_PATTERN = '(19[7-9]|20[0-9]|21[0-9])[0-9]-(0[1-9]|1[0-2])';
const DATE_PATTERN = `${MONTH_PATTERN}-(0[1-9]|[12][0-9]|3[01])`;
const TIME_PATTERN = '([01][0-9]|2[0-3]):[0-5][0-9]';
const GIVEN_OFFSET_PATTERN = `([Zz]|[+-]${TIME_PATTERN})`;
const OFFSET_PATTERN = `${GIVEN_OFFSET_PATTERN}?`;
const WHOLE_MINUTE_PATTERN = `${DATE_PATTERN}[Tt]${TIME_PATTERN}(:00(\\.0{1,9})?)?${OFFSET_PATTERN}`;
const SECONDS_PATTERN = `${DATE_PATTERN}[Tt]${TIME_PATTERN}(:[0-5][0-9](\\.[0-9]+)?)?`;
const INSTANT_PATTERN = `${SECONDS_PATTERN}${OFFSET_PATTERN}`;

const RANGE = 'from 1970-01-01 to 2199-12-31';
const OUT_OF_RANGE = `must be a date ${RANGE}`;

/** A date, `YYYY-MM-DD`. Without a pattern, which OpenAPI Generator does not take together with `format: date`. */
export function localDate(): FieldType<string> {
  return {
    schema: { type: 'string', format: 'date' },
    clean: (value) => cleanText(value),
    fault: faultOfDate,
  };
}

/** A time of the day, `HH:MM`, 24-hour. */
export function localTime(): FieldType<string> {
  return {
    schema: { type: 'string', pattern: `^${TIME_PATTERN}$` },
    clean: (value) => cleanText(value),
    fault: (value) => (isLocalTime(value) ? undefined : 'must be a time as HH:MM, 24-hour'),
  };
}

/** A time of the day at which something ends: `HH:MM`, or `24:00`. */
export function endOfLocalTime(): FieldType<string> {
  return {
    schema: { type: 'string', pattern: `^(${TIME_PATTERN}|24:00)$` },
    clean: (value) => cleanText(value),
    fault: (value) => (isEndTime(value) ? undefined : 'must be a time as HH:MM, 24-hour, or 24:00'),
  };
}

/** The start of an appointment: an instant on a whole minute, or a time of day that goes with a `date`. */
export function startTime(): FieldType<string> {
  return {
    schema: {
      type: 'string',
      pattern: `^(${TIME_PATTERN}|${WHOLE_MINUTE_PATTERN})$`,
      description: '`HH:MM`, or an instant (RFC 3339)',
    },
    clean: (value) => cleanText(value),
    fault: (value) =>
      isLocalTime(value)
        ? undefined
        : faultOfWholeMinute(value, 'must be a time as HH:MM or an instant such as 2026-12-01T09:00:00Z'),
  };
}

/** The end of an appointment: an instant on a whole minute, or `HH:MM` (`24:00` too) on the date on which it starts. */
export function endTime(): FieldType<string> {
  return {
    schema: {
      type: 'string',
      pattern: `^(${TIME_PATTERN}|24:00|${WHOLE_MINUTE_PATTERN})$`,
      description: '`HH:MM`, or an instant (RFC 3339)',
    },
    clean: (value) => cleanText(value),
    fault: (value) =>
      isEndTime(value)
        ? undefined
        : faultOfWholeMinute(value, 'must be a time as HH:MM or an instant such as 2026-12-01T09:45:00Z'),
  };
}

/** A date, or any instant (RFC 3339): a filter, or the boundary of a closure or of time off. */
export function dateOrInstant(): FieldType<string> {
  return {
    schema: {
      type: 'string',
      pattern: `^(${DATE_PATTERN}|${INSTANT_PATTERN})$`,
      description: `a date as \`YYYY-MM-DD\`, or an instant (RFC 3339), ${RANGE}`,
    },
    clean: (value) => cleanText(value),
    fault: (value) => {
      if (typeof value === 'string' && parseDay(value) !== undefined) return faultOfDate(value);
      return faultOfInstant(value, 'must be a date as YYYY-MM-DD or an instant such as 2026-12-01T09:00:00Z');
    },
  };
}

/** An instant (RFC 3339) with an offset, seconds and fractions included. */
export function instantText(): FieldType<string> {
  return {
    schema: { type: 'string', pattern: `^${SECONDS_PATTERN}${GIVEN_OFFSET_PATTERN}$` },
    clean: (value) => cleanText(value),
    fault: (value) => {
      const isInstant = typeof value === 'string' && parseInstant(value) !== undefined;
      return isInstant
        ? faultOfDate(value.slice(0, 'YYYY-MM-DD'.length))
        : 'must be an instant with an offset, such as 2026-12-01T09:00:00Z';
    },
  };
}

/** A month, `YYYY-MM`. */
export function month(): FieldType<string> {
  return {
    schema: { type: 'string', pattern: `^${MONTH_PATTERN}$` },
    clean: (value) => cleanText(value),
    fault: (value) => {
      if (typeof value !== 'string' || parseDay(`${value}-01`) === undefined)
        return 'must be a month as YYYY-MM';
      return isLocalDate(`${value}-01`) ? undefined : 'must be a month from 1970-01 to 2199-12';
    },
  };
}

/** An IANA time zone name, such as `Europe/Berlin`; as it is stored once cleaned. */
export function timeZone(): FieldType<string> {
  return {
    schema: {
      type: 'string',
      pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
      description: 'IANA time zone name, such as `Europe/Berlin`',
    },
    clean: (value) => {
      const text = cleanText(value);
      return typeof text === 'string' ? (storedZoneName(text) ?? text) : text;
    },
    fault: (value) =>
      typeof value === 'string' && isTimeZone(value)
        ? undefined
        : 'must be an IANA time zone such as Europe/Berlin',
  };
}

function isLocalTime(value: unknown): boolean {
  return typeof value === 'string' && parseTime(value) !== undefined;
}

function isEndTime(value: unknown): boolean {
  return typeof value === 'string' && parseEndTime(value) !== undefined;
}

function faultOfDate(value: unknown): string | undefined {
  if (typeof value !== 'string' || parseDay(value) === undefined) return 'must be a date as YYYY-MM-DD';
  return isLocalDate(value) ? undefined : OUT_OF_RANGE;
}

/** @param message what to answer when the value is not an instant at all */
function faultOfInstant(value: unknown, message: string): string | undefined {
  if (typeof value !== 'string') return message;
  if (parseInstant(value) === undefined && parseLocalTime(value) === undefined) return message;
  return faultOfDate(value.slice(0, 'YYYY-MM-DD'.length));
}

function faultOfWholeMinute(value: unknown, message: string): string | undefined {
  const fault = faultOfInstant(value, message);
  if (fault !== undefined) return fault;
  return parseStart(String(value)) === undefined ? 'must be on a whole minute, without seconds' : undefined;
}
