import { ValidationError } from '../../../platform/errors/errors';
import { parseDay } from '../../../platform/time/local-date';
import { WEEKDAY_CODES } from '../../../platform/time/weekdays';

export const MAX_OCCURRENCES = 200;
/** With a browser key. */
export const MAX_OCCURRENCES_OF_VISITOR = 12;

/** Enough for every rule with two occurrences within two years. */
const MAX_INTERVAL = 1_000;

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
const PARTS = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'COUNT', 'UNTIL', 'WKST'] as const;
type Part = (typeof PARTS)[number];

/** When a rule ends: on a date, or at a time on the provider's clock or in UTC (RFC 5545, section 3.3.10). Inclusive. */
export interface RuleEnd {
  readonly date: string;
  /** Minutes since midnight; absent: the whole date counts. Seconds are dropped: occurrences have none. */
  readonly timeMin?: number;
  readonly isUtc: boolean;
}

/** A recurrence rule of RFC 5545, of the parts that a series may have. */
export interface RecurrenceRule {
  readonly frequency: (typeof FREQUENCIES)[number];
  readonly interval: number;
  /** Such as `TU`, or in a month `2TU` and `-1FR`. */
  readonly days: readonly string[] | undefined;
  readonly monthDays: readonly number[] | undefined;
  readonly weekStart: string;
  /** Either `count` or `until` is set. */
  readonly count: number | undefined;
  readonly until: RuleEnd | undefined;
}

/** Reads an RRULE (RFC 5545) of the parts that a series may have, in any order, each once. @throws ValidationError of `rrule` */
export function parseRecurrenceRule(text: string): RecurrenceRule {
  const parts = partsOf(text.toUpperCase());
  const frequency = FREQUENCIES.find((name) => name === parts.get('FREQ'));
  if (frequency === undefined) return refuseRule(`must have FREQ=${FREQUENCIES.join(', ')}, one of them`);
  const count = numberOf(parts, 'COUNT', MAX_OCCURRENCES);
  const until = parts.has('UNTIL') ? endOf(parts.get('UNTIL') ?? '') : undefined;
  if (count === undefined && until === undefined) refuseRule('must end: it needs COUNT or UNTIL');
  if (count !== undefined && until !== undefined) refuseRule('must have COUNT or UNTIL, not both');
  const weekStart = parts.get('WKST') ?? 'MO';
  if (!isWeekday(weekStart)) refuseRule('has a WKST that is no weekday, such as MO');
  return {
    frequency,
    interval: numberOf(parts, 'INTERVAL', MAX_INTERVAL) ?? 1,
    days: listOf(parts, 'BYDAY')?.map((day) => dayOf(day, frequency)),
    monthDays: monthDaysOf(parts, frequency),
    weekStart,
    count,
    until,
  };
}

/** @throws ValidationError of `rrule` */
export function refuseRule(message: string): never {
  throw new ValidationError({ rrule: message });
}

function partsOf(text: string): ReadonlyMap<Part, string> {
  const parts = new Map<Part, string>();
  for (const pair of text.split(';')) {
    const [name = '', value, ...more] = pair.split('=');
    const part = PARTS.find((known) => known === name);
    if (part === undefined || value === undefined || value === '' || more.length > 0)
      refuseRule(`must consist of ${PARTS.join(', ')}, such as FREQ=WEEKLY;BYDAY=TU;COUNT=10`);
    if (parts.has(part)) refuseRule(`has ${part} twice`);
    parts.set(part, value);
  }
  return parts;
}

function numberOf(parts: ReadonlyMap<Part, string>, part: Part, max: number): number | undefined {
  const text = parts.get(part);
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= max ? number : refuseRule(`must have a ${part} from 1 to ${max}`);
}

/** The values of a list, each once. */
function listOf(parts: ReadonlyMap<Part, string>, part: Part): string[] | undefined {
  const text = parts.get(part);
  return text === undefined ? undefined : [...new Set(text.split(','))];
}

function dayOf(text: string, frequency: RecurrenceRule['frequency']): string {
  const [, sign = '', ordinal, day = ''] = /^([+-]?)(?:([1-5]))?([A-Z]{2})$/.exec(text) ?? [];
  if (!isWeekday(day) || (sign !== '' && ordinal === undefined))
    refuseRule('must have weekdays in BYDAY, such as TU, or 2TU and -1FR in a month');
  if (ordinal !== undefined && frequency !== 'MONTHLY')
    refuseRule('may number the weekdays of BYDAY only with FREQ=MONTHLY');
  return `${sign === '-' ? '-' : ''}${ordinal ?? ''}${day}`;
}

function monthDaysOf(
  parts: ReadonlyMap<Part, string>,
  frequency: RecurrenceRule['frequency'],
): number[] | undefined {
  const days = listOf(parts, 'BYMONTHDAY')?.map((text) => (/^[+-]?\d{1,2}$/.test(text) ? Number(text) : 0));
  if (days === undefined) return undefined;
  if (frequency === 'WEEKLY') refuseRule('may have BYMONTHDAY only with FREQ=DAILY or FREQ=MONTHLY');
  if (days.some((day) => day === 0 || Math.abs(day) > 31))
    refuseRule('must have days from 1 to 31, or from -31 to -1, in BYMONTHDAY');
  return [...new Set(days)];
}

function endOf(text: string): RuleEnd {
  const [, year, month, day, hour, minute, utc] =
    /^(\d{4})(\d{2})(\d{2})(?:T([01]\d|2[0-3])([0-5]\d)[0-5]\d(Z?))?$/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  if (parseDay(date) === undefined) refuseRule('must have an UNTIL such as 20261231 or 20261231T225959Z');
  if (hour === undefined) return { date, isUtc: false };
  return { date, timeMin: Number(hour) * 60 + Number(minute), isUtc: utc === 'Z' };
}

function isWeekday(text: string): boolean {
  return WEEKDAY_CODES.some((day) => day === text);
}

/** The RRULE of a rule, in the order of RFC 5545. @param rule it ends with a COUNT, or does not end */
export function ruleText({ frequency, interval, days, monthDays, weekStart, count }: RecurrenceRule): string {
  return [
    `FREQ=${frequency}`,
    ...(count === undefined ? [] : [`COUNT=${count}`]),
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...(monthDays === undefined ? [] : [`BYMONTHDAY=${monthDays.join(',')}`]),
    ...(days === undefined ? [] : [`BYDAY=${days.join(',')}`]),
    ...(weekStart === 'MO' ? [] : [`WKST=${weekStart}`]),
  ].join(';');
}
