import { RRuleTemporal } from 'rrule-temporal';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../platform/time/units';
import { WEEKDAY_CODES } from '../../../../platform/time/weekdays';
import { MAX_RULE_TIMES, type Range, type Rule, type RuleDay, tooMuch } from './rule';
import { yearlyTimes } from './yearly-times';

/** A daily rule has so many periods in 54 years. What yields nothing in so many is given up. */
const BOUNDS = { maxIterations: 20_000, maxCandidateEvaluations: 60_000 };

/** The periods that all have the same length. */
const PERIODS: Partial<Record<Rule['frequency'], number>> = {
  WEEKLY: 7 * DAY_MS,
  DAILY: DAY_MS,
  HOURLY: HOUR_MS,
  MINUTELY: MINUTE_MS,
  SECONDLY: SECOND_MS,
};

/** UNTIL may be a date, or a time on another clock: no clocks are so far apart. */
const UNTIL_SLACK_MS = 2 * DAY_MS;

/** The library counts in wall-clock time: UTC, which has no clock changes. Times come back as the text that this keeps. */
const temporal = { ZonedDateTime: { from: (text: string) => ({ timeZoneId: 'UTC', toString: () => text }) } };

/**
 * The times of a rule in a range, in local ms. UNTIL ends the search; the caller leaves out those after it, as it may be in another zone.
 * @param start its DTSTART, which counts only if the rule yields it
 * @throws UnreadableEventError when finding them takes too much work
 */
export function ruleTimes(rule: Rule, start: number, { from, to }: Range): readonly number[] {
  const last = rule.until === undefined ? to : Math.min(to, rule.until.local + UNTIL_SLACK_MS);
  if (from > last || start > last) return [];
  const range = { from: Math.max(from, start), to: last };
  const times =
    rule.frequency === 'YEARLY'
      ? yearlyTimes(rule, start, range)
      : steppedTimes(rule, startNear(rule, start, range.from), range);
  return times.length > MAX_RULE_TIMES ? tooMuch() : times;
}

/** A start less than two steps before a time, so that the library skips years. A rule with COUNT is counted from its own start. */
function startNear({ frequency, interval, count }: Rule, start: number, time: number): number {
  const step = (PERIODS[frequency] ?? Infinity) * interval;
  const steps = Math.floor((time - start) / step) - 1;
  return count === undefined && steps > 0 ? start + steps * step : start;
}

/** `rrule-temporal` 2.2.8 reads these as the RFC does; of yearly rules it reads many with BYWEEKNO, BYYEARDAY and numbered days wrongly. */
function steppedTimes(rule: Rule, start: number, { from, to }: Range): readonly number[] {
  const lists = {
    byDay: rule.days.map(textOf),
    byMonth: [...rule.months],
    byYearDay: [...rule.yearDays],
    byMonthDay: [...rule.monthDays],
    byHour: [...rule.hours],
    byMinute: [...rule.minutes],
    bySecond: [...rule.seconds],
    bySetPos: [...rule.positions],
  };
  const parts = Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0));
  try {
    return new RRuleTemporal({
      freq: rule.frequency,
      interval: rule.interval,
      ...(rule.count !== undefined && { count: rule.count }),
      ...parts,
      wkst: WEEKDAY_CODES[rule.weekStart] ?? 'MO',
      dtstart: zoned(start),
      tzid: 'UTC',
      temporal,
      cache: false,
      ...BOUNDS,
    })
      .between(zoned(from), zoned(to), true)
      .map((time) => Date.parse(time.toString().replace(/\[.*/, '')));
  } catch {
    return tooMuch();
  }
}

function textOf({ weekday, nth }: RuleDay): string {
  return `${nth === 0 ? '' : nth}${WEEKDAY_CODES[weekday] ?? ''}`;
}

function zoned(local: number) {
  return temporal.ZonedDateTime.from(`${new Date(local).toISOString().replace('Z', '+00:00')}[UTC]`);
}
