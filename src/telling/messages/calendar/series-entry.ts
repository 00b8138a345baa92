import type { CalendarEvent } from '../../icalendar/calendar-event';
import type { SharedSeries } from '../message-facts';
import { type Common, type Entry, type EntryWords, stated, type StatedFacts, takesPlace } from './entry';
import { SeriesPlan } from './series-plan';

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
