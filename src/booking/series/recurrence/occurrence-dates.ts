import { RRuleTemporal } from 'rrule-temporal';
import { ValidationError } from '../../../platform/errors/errors';
import { addDays, dateText, getDay, LAST_DAY } from '../../../platform/time/local-date';
import { type LocalStart, toInstant } from '../../../platform/time/zones/wall-clock';
import {
  MAX_OCCURRENCES,
  parseRecurrenceRule,
  type RecurrenceRule,
  refuseRule,
  type RuleEnd,
} from './recurrence-rule';

/** No occurrence is later than this many days after the first: two years, one of them a leap year. */
const MAX_DAYS = 731;

/** A rule that yields nothing for so many periods, or of so many dates, yields nothing within two years. */
const BOUNDS = { maxIterations: MAX_DAYS + 1, maxCandidateEvaluations: 10_000 };

/** The library counts in wall-clock time: UTC, which has no clock changes. Dates come back as the text that this keeps. */
const temporal = { ZonedDateTime: { from: atMidnight } };

/**
 * The dates of a series, the first of them `first`. Those of an UNTIL in UTC may include one date too many: the zone decides.
 * @throws ValidationError of `rrule` when the rule does not yield `first`, yields more than MAX_OCCURRENCES, or goes on for more
 * than two years
 */
export function occurrenceDates(rule: RecurrenceRule, first: string): readonly string[] {
  const latest = dateText(Math.min(getDay(first) + MAX_DAYS, LAST_DAY));
  const dates = yieldedBy(rule, first, latest);
  if (dates[0] !== first) refuseRule('does not yield date, which must be its first occurrence');
  if (dates.length > MAX_OCCURRENCES) refuseRule(`yields more than ${MAX_OCCURRENCES} occurrences`);
  if ((dates.at(-1) ?? '') > latest) refuseRule('goes on for more than two years');
  return dates;
}

interface RecurringBody {
  readonly rrule?: string;
  readonly date?: string;
  readonly exdates?: readonly string[];
}

/** How many appointments a body books; one where it is to be refused. */
export function occurrencesOf({ rrule = '', date = '', exdates = [] }: RecurringBody): number {
  try {
    const dates = occurrenceDates(parseRecurrenceRule(rrule), date);
    return Math.max(1, dates.filter((each) => !exdates.includes(each)).length);
  } catch (error) {
    if (error instanceof ValidationError) return 1;
    throw error;
  }
}

/** Whether an occurrence is not after the end of its rule. */
export function isWithinRule({ until }: RecurrenceRule, start: LocalStart, zone: string): boolean {
  if (until === undefined) return true;
  if (!until.isUtc) return textOf(start) <= textOf(endOf(until));
  return toInstant(start, zone).instant <= toInstant(endOf(until), 'UTC').instant;
}

/** Up to one date more than a series may have. */
function yieldedBy(rule: RecurrenceRule, first: string, latest: string): readonly string[] {
  const { frequency: freq, interval, days, monthDays, weekStart: wkst, count, until } = rule;
  const series = new RRuleTemporal({
    freq,
    interval,
    ...(days !== undefined && { byDay: [...days] }),
    ...(monthDays !== undefined && { byMonthDay: [...monthDays] }),
    wkst,
    ...(count !== undefined && { count }),
    ...(until !== undefined && { until: atMidnight(until.isUtc ? addDays(until.date, 1) : until.date) }),
    dtstart: atMidnight(first),
    tzid: 'UTC',
    temporal,
    cache: false,
    strict: true,
    ...BOUNDS,
  });
  try {
    const dates: string[] = [];
    series.all((next, index) => {
      dates.push(next.toString().slice(0, 'YYYY-MM-DD'.length));
      return index < MAX_OCCURRENCES && (dates.at(-1) ?? '') <= latest;
    });
    return dates;
  } catch {
    return refuseRule('does not yield its occurrences within two years');
  }
}

function atMidnight(text: string) {
  const date = text.slice(0, 'YYYY-MM-DD'.length);
  return { timeZoneId: 'UTC', toString: () => `${date}T00:00:00+00:00[UTC]` };
}

function endOf({ date, timeMin = 1_439 }: RuleEnd): LocalStart {
  return { date, timeMin };
}

function textOf({ date, timeMin }: LocalStart): string {
  return `${date} ${String(timeMin).padStart(4, '0')}`;
}
