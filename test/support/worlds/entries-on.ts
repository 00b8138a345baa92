/** Reads the dates of weekly entries. It shares only types with the engine. */
import type { ScheduleEntry } from '../../../src/booking/engine';
import type { LocalStretch } from '../../../src/platform/time/local-stretch';
import type { Rotation } from '../../../src/platform/time/rotation';
import { Temporal } from './temporal';
import type { NamedDate } from './tape';

/** The entries that hold on a date. */
export function entriesOn<Entry extends Rotation & { readonly day: string }>(
  { date, day: weekday }: NamedDate,
  entries: readonly Entry[],
): readonly Entry[] {
  return entries.filter(({ day, everyWeeks = 1, from, until }) => {
    if (day !== weekday || (from !== undefined && date < from) || (until !== undefined && date > until))
      return false;
    return (
      from === undefined ||
      mondayOf(from).until(mondayOf(date), { largestUnit: 'weeks' }).weeks % everyWeeks === 0
    );
  });
}

function mondayOf(date: string) {
  const named = Temporal.PlainDate.from(date);
  return named.subtract({ days: named.dayOfWeek - 1 });
}

/** The parts of an entry around its breaks, of which it has at most one. */
export function withoutBreaks({ startMin, endMin, breaks: [pause] }: ScheduleEntry): readonly LocalStretch[] {
  if (pause === undefined) return [{ startMin, endMin }];
  const around = [
    { startMin, endMin: pause.startMin },
    { startMin: pause.endMin, endMin },
  ];
  return around.filter((part) => part.startMin < part.endMin);
}
