import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../platform/time/units';
import { MAX_RULE_TIMES, type Range, type Rule, type RuleDay, tooMuch } from './rule';

const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** A day of a year, with every property that a rule may select by. */
interface Day {
  /** Since 1970-01-01. */
  readonly number: number;
  readonly month: number;
  /** From the first and from the last of its month, and of its year: 31 December is 31, -1, 365 and -1. */
  readonly monthDay: number;
  readonly monthDayFromEnd: number;
  readonly yearDay: number;
  readonly yearDayFromEnd: number;
  /** 0: Monday. */
  readonly weekday: number;
}

/** The times of a yearly rule in a range, in local ms, year by year as section 3.3.10 of RFC 5545 defines them. */
export function yearlyTimes(rule: Rule, start: number, { from, to }: Range): readonly number[] {
  const found: number[] = [];
  const firstYear = new Date(start).getUTCFullYear();
  const lastYear = new Date(to).getUTCFullYear();
  // Without a number of occurrences the years before the range need not be counted through.
  const skipped =
    rule.count === undefined ? Math.max(0, new Date(Math.max(from, start)).getUTCFullYear() - firstYear) : 0;
  const times = timesOfDay(rule, start);
  let counted = 0;
  for (
    let year = firstYear + Math.floor(skipped / rule.interval) * rule.interval;
    year <= lastYear;
    year += rule.interval
  ) {
    for (const time of inYear(year, rule, times, start)) {
      if (time < start) continue;
      if (rule.count !== undefined && ++counted > rule.count) return found;
      if (time > to) return found;
      if (time >= from) found.push(time);
    }
  }
  return found;
}

function inYear(year: number, rule: Rule, times: readonly number[], start: number): readonly number[] {
  const own = new Date(start);
  const days = daysOf(year, monthsOf(rule)).filter((day) => isMeant(day, rule, own));
  if (days.length * times.length > MAX_RULE_TIMES) tooMuch();
  const all = days.flatMap(({ number }) => times.map((time) => number * DAY_MS + time));
  if (rule.positions.length === 0) return all;
  const chosen = rule.positions.map((position) => all.at(position > 0 ? position - 1 : position));
  return [...new Set(chosen.filter((time) => time !== undefined))].sort((a, b) => a - b);
}

/** The months whose days are looked at, in order. */
function monthsOf({ months }: Rule): readonly number[] {
  return months.length > 0 ? [...new Set(months)].sort((a, b) => a - b) : ALL_MONTHS;
}

function isMeant(day: Day, rule: Rule, start: Date): boolean {
  const { days, months, weeks, yearDays, monthDays, weekStart } = rule;
  if (days.length + weeks.length + yearDays.length + monthDays.length === 0)
    return (
      day.monthDay === start.getUTCDate() && (months.length > 0 || day.month === start.getUTCMonth() + 1)
    );
  // Without BYDAY a week has all its days, as in python-dateutil: the RFC leaves it open.
  return (
    (weeks.length === 0 || isInWeek(day, weeks, weekStart)) &&
    (yearDays.length === 0 || yearDays.includes(day.yearDay) || yearDays.includes(day.yearDayFromEnd)) &&
    (monthDays.length === 0 || monthDays.includes(day.monthDay) || monthDays.includes(day.monthDayFromEnd)) &&
    (days.length === 0 || days.some((each) => isDay(each, day, months.length > 0)))
  );
}

/** Weekdays are numbered within the month when the rule has months, otherwise within the year. */
function isDay({ weekday, nth }: RuleDay, day: Day, isInMonth: boolean): boolean {
  if (day.weekday !== weekday) return false;
  if (nth === 0) return true;
  const [before, after] = isInMonth ? [day.monthDay, day.monthDayFromEnd] : [day.yearDay, day.yearDayFromEnd];
  return nth > 0 ? Math.ceil(before / 7) === nth : Math.ceil(-after / 7) === -nth;
}

/** A week belongs to the year that has four of its days. */
function isInWeek(day: Day, weeks: readonly number[], weekStart: number): boolean {
  const fourth = day.number - ((day.weekday - weekStart + 7) % 7) + 3;
  const year = new Date(fourth * DAY_MS).getUTCFullYear();
  const week = Math.floor((fourth - Date.UTC(year, 0, 1) / DAY_MS) / 7) + 1;
  const left = Math.floor((Date.UTC(year, 11, 31) / DAY_MS - fourth) / 7) + 1;
  return weeks.includes(week) || weeks.includes(-left);
}

/** The days of some months, in order. */
function daysOf(year: number, months: readonly number[]): readonly Day[] {
  const first = Date.UTC(year, 0, 1) / DAY_MS;
  const after = Date.UTC(year + 1, 0, 1) / DAY_MS;
  return months.flatMap((month) => {
    const begin = Date.UTC(year, month - 1, 1) / DAY_MS;
    const length = Date.UTC(year, month, 1) / DAY_MS - begin;
    return Array.from({ length }, (_, nth) => ({
      number: begin + nth,
      month,
      monthDay: nth + 1,
      monthDayFromEnd: nth - length,
      yearDay: begin + nth - first + 1,
      yearDayFromEnd: begin + nth - after,
      // 1 January 1970 was a Thursday.
      weekday: (((begin + nth + 3) % 7) + 7) % 7,
    }));
  });
}

/** The times of day of a rule, in ms and in order. Hours, minutes or seconds that it does not name are those of its start. */
function timesOfDay({ hours, minutes, seconds }: Rule, start: number): readonly number[] {
  const own = new Date(start);
  const listed = (values: readonly number[], else_: number) =>
    values.length > 0 ? [...values].sort((a, b) => a - b) : [else_];
  return listed(hours, own.getUTCHours()).flatMap((hour) =>
    listed(minutes, own.getUTCMinutes()).flatMap((minute) =>
      listed(seconds, own.getUTCSeconds()).map(
        (second) => hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS,
      ),
    ),
  );
}
