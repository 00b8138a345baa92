import type { CalendarEvent, Recurrence } from '../../icalendar/calendar-event';
import type { SharedSeries, SeriesRule } from '../message-facts';
import { type Common, type Entry, type EntryWords, stated, type StatedFacts, takesPlace } from './entry';
import { occurrenceDates } from '../../../booking/series/recurrence/occurrence-dates';
import { parseRecurrenceRule, ruleText } from '../../../booking/series/recurrence/recurrence-rule';
import { parseTime } from '../../../platform/time/local-date';
import type { Interval } from '../../../platform/time/interval';
import { MINUTE_MS } from '../../../platform/time/units';
import { localDateOf, type LocalStart, toInstant } from '../../../platform/time/zones/wall-clock';
import { grouped } from '../../../platform/values/grouped';

/** When the occurrences of a series are by its rule, and which of them are as most of them are. */
class SeriesPlan {
  /** Those on which it does not take place included. */
  private readonly dates: readonly string[];
  private readonly first: LocalStart;
  private readonly zone: string;
  private readonly rule: string;

  constructor({ rrule, firstStart, timezone }: SeriesRule) {
    const [date = '', time = ''] = firstStart.split('T');
    const rule = parseRecurrenceRule(rrule);
    this.dates = occurrenceDates(rule, date);
    // COUNT, because programs disagree about an UNTIL in local time.
    this.rule = ruleText({ ...rule, until: undefined, count: this.dates.length });
    this.first = { date, timeMin: parseTime(time) ?? 0 };
    this.zone = timezone;
  }

  /** When the occurrence is by the rule: what it is named by. */
  slotOf({ recursOn, start }: StatedFacts): LocalStart {
    return { ...this.first, date: recursOn ?? localDateOf(start, this.zone) };
  }

  /** An occurrence as most of them are; at its time by the rule, if one is. */
  modelOf(shown: readonly StatedFacts[]): StatedFacts | undefined {
    const atTheirTime = shown.filter((each) => this.isAtItsTime(each));
    const groups = grouped(atTheirTime.length > 0 ? atTheirTime : shown, looksOf).values();
    const [most] = [...groups].toSorted((a, b) => b.length - a.length);
    return most?.[0];
  }

  /** Whether the rule describes an occurrence, with what it says of the model. */
  describes(each: StatedFacts, model: StatedFacts): boolean {
    return this.isAtItsTime(each) && looksOf(each) === looksOf(model);
  }

  /** The rule, by which only some occurrences take place. */
  recurrenceOf(shown: readonly StatedFacts[], { start, end }: Interval): Recurrence {
    const taken = new Set(shown.map((each) => this.slotOf(each).date));
    const excluded = this.dates.filter((date) => !taken.has(date));
    return {
      rule: this.rule,
      from: this.first,
      durationMin: (end - start) / MINUTE_MS,
      excluded: excluded.map((date) => ({ ...this.first, date })),
    };
  }

  /** From the first start by the rule, or of an occurrence, to the last end. */
  spanOf(shown: readonly StatedFacts[]): Interval {
    const byRule = [this.dates[0], this.dates.at(-1)].map((date = '') =>
      this.instantOf({ ...this.first, date }),
    );
    return {
      start: Math.min(...byRule, ...shown.map(({ start }) => start)),
      end: Math.max(...byRule, ...shown.map(({ end }) => end)),
    };
  }

  private isAtItsTime(facts: StatedFacts): boolean {
    return this.instantOf(this.slotOf(facts)) === facts.start;
  }

  private instantOf(start: LocalStart): number {
    return toInstant(start, this.zone).instant;
  }
}

/** What distinguishes occurrences in a calendar, but for their start. */
function looksOf(facts: StatedFacts): string {
  const { start, end, status, serviceName, providerName, locationName, locationAddress } = facts;
  return JSON.stringify([end - start, status, serviceName, providerName, locationName, locationAddress]);
}

/**
 * The occurrences of a series, which have one UID. A message about a single one, or that cancels one of several, names it by its
 * RECURRENCE-ID. Any other has the rule, with what the customer has of it: the other dates are excluded (EXDATE), and an occurrence that
 * the rule does not describe is named beside it. The series is cancelled once nothing of it takes place.
 */
export function seriesEntry(
  about: readonly StatedFacts[],
  { rule, rest }: SharedSeries,
  words: EntryWords,
  common: Common,
): Entry {
  const plan = new SeriesPlan(rule);
  const eventOf = (facts: StatedFacts) => {
    const { start, end, status } = facts;
    return { ...common, ...words.of(facts), start, end, status };
  };
  const named = (facts: StatedFacts): CalendarEvent => ({
    ...eventOf(facts),
    occurrence: plan.slotOf(facts),
  });
  const taken = [...about, ...(rest ?? []).map(stated)].filter(takesPlace);
  const isAboutOne = rest === undefined || (about.length === 1 && rest.length > 0 && !about.some(takesPlace));
  const shown = isAboutOne || taken.length === 0 ? about : taken;
  const model = isAboutOne ? undefined : plan.modelOf(shown);
  const events =
    model === undefined
      ? shown.map(named)
      : [
          { ...eventOf(model), recurrence: plan.recurrenceOf(shown, model) },
          ...shown.filter((each) => takesPlace(each) && !plan.describes(each, model)).map(named),
        ];
  return { zone: rule.timezone, span: plan.spanOf(shown), events };
}
