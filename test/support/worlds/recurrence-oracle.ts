import { dateText, getDay, weekdayOf } from '../../../src/platform/time/local-date';
import type { RecurrenceRule } from '../../../src/booking/series/recurrence/recurrence-rule';

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The dates of a rule of RFC 5545, section 3.3.10, by asking for each date of two years whether the rule has it. */
export function datesByDefinition(rule: RecurrenceRule, first: string, lastDay: number): readonly string[] {
  const start = getDay(first);
  const dates: string[] = [];
  for (let day = start; day <= lastDay && dates.length < (rule.count ?? Infinity); day++)
    if (isInPeriod(rule, start, day) && isListed(rule, start, day)) dates.push(dateText(day));
  return dates;
}

/** Whether the day, week or month of a date is one that the interval does not skip. */
function isInPeriod({ frequency, interval, weekStart }: RecurrenceRule, start: number, day: number): boolean {
  const weekOf = (each: number) => (each - ((weekdayOf(each) - WEEKDAYS.indexOf(weekStart) + 7) % 7)) / 7;
  const periods = {
    DAILY: day - start,
    WEEKLY: Math.round(weekOf(day) - weekOf(start)),
    MONTHLY: monthOf(day) - monthOf(start),
  };
  return periods[frequency] % interval === 0;
}

function isListed({ frequency, days, monthDays }: RecurrenceRule, start: number, day: number): boolean {
  const byDay = days?.some((each) => isWeekday(each, day));
  const byMonthDay = monthDays?.some((each) => each === (each > 0 ? dayOfMonth(day) : -daysToEnd(day)));
  if (byDay === undefined && byMonthDay === undefined) {
    if (frequency === 'WEEKLY') return weekdayOf(day) === weekdayOf(start);
    return frequency === 'DAILY' || dayOfMonth(day) === dayOfMonth(start);
  }
  return (byDay ?? true) && (byMonthDay ?? true);
}

function isWeekday(text: string, day: number): boolean {
  const ordinal = Number(text.slice(0, -2));
  if (WEEKDAYS[weekdayOf(day)] !== text.slice(-2)) return false;
  if (ordinal === 0) return true;
  return ordinal === (ordinal > 0 ? Math.ceil(dayOfMonth(day) / 7) : -Math.ceil(daysToEnd(day) / 7));
}

const dayOfMonth = (day: number) => Number(dateText(day).slice(8));
const monthOf = (day: number) => Number(dateText(day).slice(0, 4)) * 12 + Number(dateText(day).slice(5, 7));

/** 1 on the last day of a month. */
function daysToEnd(day: number): number {
  let left = 1;
  while (monthOf(day + left) === monthOf(day)) left++;
  return left;
}
