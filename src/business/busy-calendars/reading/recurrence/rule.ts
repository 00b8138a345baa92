import { WEEKDAY_CODES } from '../../../../platform/time/weekdays';
import { parseTime, type Time } from '../values';
import { unreadable } from '../unreadable';

const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;

/** A weekday, or one of those of a month or a year: the second Monday, or the last Friday (-1). */
export interface RuleDay {
  /** 0: Monday. */
  readonly weekday: number;
  /** 0: each. */
  readonly nth: number;
}

/** A recurrence rule (RFC 5545, section 3.3.10). An empty list: the rule does not have it. */
export interface Rule {
  readonly frequency: (typeof FREQUENCIES)[number];
  readonly interval: number;
  readonly count: number | undefined;
  readonly until: Time | undefined;
  /** 0: Monday. */
  readonly weekStart: number;
  readonly days: readonly RuleDay[];
  readonly months: readonly number[];
  readonly weeks: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly positions: readonly number[];
}

/** From one local time to another, both included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The most times of one rule in a range, and of one year of a yearly rule. */
export const MAX_RULE_TIMES = 20_000;

const PARTS = new Set(
  `FREQ INTERVAL COUNT UNTIL WKST BYDAY BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYHOUR BYMINUTE BYSECOND BYSETPOS`.split(
    ' ',
  ),
);

/** @throws UnreadableEventError when it is none, or has parts that its frequency must not have */
export function parseRule(text: string): Rule {
  const parts = partsOf(text.toUpperCase());
  const frequency = FREQUENCIES.find((each) => each === parts.get('FREQ'));
  if (frequency === undefined) return wrong();
  const until = parts.get('UNTIL');
  const rule = {
    frequency,
    interval: numberOf(parts.get('INTERVAL')) ?? 1,
    count: numberOf(parts.get('COUNT')),
    until: until === undefined ? undefined : parseTime(until),
    weekStart: weekdayOf(parts.get('WKST') ?? 'MO'),
    days: listOf(parts.get('BYDAY')).map(dayOf),
    months: numbersOf(parts.get('BYMONTH'), 1, 12),
    weeks: numbersOf(parts.get('BYWEEKNO'), -53, 53),
    yearDays: numbersOf(parts.get('BYYEARDAY'), -366, 366),
    monthDays: numbersOf(parts.get('BYMONTHDAY'), -31, 31),
    hours: numbersOf(parts.get('BYHOUR'), 0, 23),
    minutes: numbersOf(parts.get('BYMINUTE'), 0, 59),
    seconds: numbersOf(parts.get('BYSECOND'), 0, 59),
    positions: numbersOf(parts.get('BYSETPOS'), -366, 366),
  };
  assertAllowed(rule);
  return rule;
}

/** Refuses rules that the RFC forbids in its notes: calendar programs read them in different ways. */
function assertAllowed({ frequency, days, weeks, yearDays, monthDays }: Rule): void {
  const isLong = frequency === 'YEARLY' || frequency === 'MONTHLY';
  if (days.some(({ nth }) => nth !== 0) && (!isLong || weeks.length > 0)) wrong();
  if (weeks.length > 0 && frequency !== 'YEARLY') wrong();
  if (yearDays.length > 0 && ['MONTHLY', 'WEEKLY', 'DAILY'].includes(frequency)) wrong();
  if (monthDays.length > 0 && frequency === 'WEEKLY') wrong();
}

function wrong(): never {
  return unreadable('has a recurrence rule that cannot be read');
}

export function tooMuch(): never {
  return unreadable('repeats too often or too rarely');
}

function partsOf(text: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const [name = '', value = '', ...more] = part.split('=').map((each) => each.trim());
    if (!PARTS.has(name) || parts.has(name) || value === '' || more.length > 0) wrong();
    parts.set(name, value);
  }
  return parts;
}

function listOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [...new Set(text.split(',').map((each) => each.trim()))];
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,6}$/.test(text) && Number(text) > 0 ? Number(text) : wrong();
}

function numbersOf(text: string | undefined, min: number, max: number): readonly number[] {
  return listOf(text).map((each) => {
    const number = /^[+-]?\d{1,3}$/.test(each) ? Number(each) : NaN;
    // Where values count from both ends, there is no 0.
    return number >= min && number <= max && (number !== 0 || min === 0) ? number : wrong();
  });
}

function dayOf(text: string): RuleDay {
  const [, number, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? wrong();
  const nth = Number(number ?? 0);
  return (number !== undefined && nth === 0) || Math.abs(nth) > 53
    ? wrong()
    : { weekday: weekdayOf(name), nth };
}

function weekdayOf(name: string): number {
  const weekday = WEEKDAY_CODES.findIndex((each) => each === name);
  return weekday === -1 ? wrong() : weekday;
}
