import { dateOf, dayOf } from './clocks';
import { isJsonObject, type JsonObject } from './json';
import { textIn } from './row';
import { dayPlan, stretchesOf, type StretchText } from './working-plan';

/** The longest exception, in days. */
const MOST_DAYS = 3_660;

/** The exceptions of a working plan. */
export interface SpecialDays {
  /** Hours by date; none on a day off. */
  readonly days: ReadonlyMap<string, readonly StretchText[]>;
  /** What is wrong with the exceptions that are no dates. */
  readonly faults: readonly string[];
}

/**
 * Version 1.5 keeps `{date: null | {start, end, breaks}}`, of which PHP answers `[]` when there are none; version 1.6 a list of
 * `{startDate, endDate, startTime, endTime, breaks}`, without times for days off. Where two name a date, the later one holds there.
 */
export function specialDaysOf(exceptions: unknown): SpecialDays {
  return Array.isArray(exceptions) ? ofRanges(exceptions.filter(isJsonObject)) : ofDates(exceptions);
}

function ofDates(exceptions: unknown): SpecialDays {
  const days = new Map<string, readonly StretchText[]>();
  const faults: string[] = [];
  for (const [date, day] of Object.entries(isJsonObject(exceptions) ? exceptions : {})) {
    if (dayOf(date) === undefined) faults.push(`the exception of ${date}: it is no date`);
    else days.set(date, hoursOf(day, { start: 'start', end: 'end' }));
  }
  return { days, faults };
}

function ofRanges(exceptions: readonly JsonObject[]): SpecialDays {
  const days = new Map<string, readonly StretchText[]>();
  const faults: string[] = [];
  for (const exception of exceptions) {
    const from = textIn(exception, 'startDate') ?? '';
    const until = textIn(exception, 'endDate') ?? from;
    const [first, last] = [dayOf(from), dayOf(until)];
    if (first === undefined || last === undefined || last < first || last - first >= MOST_DAYS) {
      faults.push(`the exception from ${from} to ${until}: they are no dates, or more than ${MOST_DAYS}`);
      continue;
    }
    const hours = hoursOf(exception, { start: 'startTime', end: 'endTime' });
    for (let day = first; day <= last; day++) days.set(dateOf(day), hours);
  }
  return { days, faults };
}

function hoursOf(day: unknown, names: Parameters<typeof dayPlan>[1]): readonly StretchText[] {
  const plan = dayPlan(day, names);
  return plan === undefined ? [] : stretchesOf(plan);
}
