import type { Interval } from '../../../platform/time/interval';
import { DAY_MS, MINUTE_MS } from '../../../platform/time/units';
import type { ParsedEvent, Start } from './events';
import type { Rule } from './recurrence/rule';
import { ruleTimes } from './recurrence/rule-times';
import { endAfter, type Time, UTC, type Zone } from './values';

/** The offsets of two zones differ by less. */
const ANY_OFFSET_MS = 2 * DAY_MS;

/** A time at which an event takes place, or took place before it was cancelled. */
export interface Occurrence extends Interval {
  /** When it would be by the rules of the event; epoch ms. */
  readonly recursAt: number;
  /** The event that says how it is: a later change, too. */
  readonly event: ParsedEvent;
}

/** The occurrences of an event that may meet an interval, without replaced ones. @param own the clock of the reader */
export function occurrencesOf(
  event: ParsedEvent,
  replacing: readonly ParsedEvent[],
  within: Interval,
  own: Zone,
): readonly Occurrence[] {
  const { start: first } = event;
  const excluded = new Marks(event.excluded, first, own);
  const replaced = new Marks(
    replacing.flatMap(({ replaces }) => replaces ?? []),
    first,
    own,
  );
  const later = laterChanges(replacing, first, own);
  const times = new Map<number, Occurrence>();
  const add = (start: Start, end?: number) => {
    const instant = start.zone.toInstant(start.local);
    const change = later.findLast((each) => each.from <= instant);
    if (times.has(instant) || excluded.has(start, instant) || replaced.has(start, instant)) return;
    times.set(
      instant,
      change === undefined
        ? {
            start: instant,
            end: end ?? endAfter(event.length, start.local, start.zone),
            recursAt: instant,
            event,
          }
        : moved(change, instant, first.zone),
    );
  };
  for (const { start, end } of event.additional) if (end !== undefined) add(start, end);
  for (const local of startsOf(event, later, within)) add({ ...first, local });
  for (const { start } of event.additional) add(start);
  return [...times.values()];
}

/** The starts by DTSTART, which is the first occurrence in any case (RFC 5545, section 3.8.2.4), and the rules. */
function startsOf(
  { start, length, rules }: ParsedEvent,
  later: readonly LaterChange[],
  within: Interval,
): readonly number[] {
  const longest = Math.max(
    ...[length, ...later.map(({ event }) => event.length)].map(({ days, ms }) => days * DAY_MS + ms),
  );
  const shift = Math.max(0, ...later.map((change) => Math.abs(change.by)));
  const range = {
    from: within.start - longest - shift - ANY_OFFSET_MS,
    to: within.end + shift + ANY_OFFSET_MS,
  };
  return [
    start.local,
    ...rules.flatMap((rule) =>
      ruleTimes(rule, start.local, range).filter((local) => isWithin(rule, start, local)),
    ),
  ];
}

/** Whether a time is not after the UNTIL of its rule: a date to its end, and a time without a zone on the clock of the event. */
function isWithin({ until }: Rule, { isDate, zone }: Start, local: number): boolean {
  if (until === undefined) return true;
  if (isDate) return local <= dateOf(until, zone);
  if (until.isDate) return local < until.local + DAY_MS;
  return zone.toInstant(local) <= (until.zone ?? zone).toInstant(until.local);
}

/** The date of a time in a series of whole days. A UTC time other than midnight is midnight elsewhere: read on the reader's clock. */
function dateOf({ local, zone }: Time, own: Zone): number {
  const isElsewhere = zone === UTC && local % DAY_MS !== 0 && local % DAY_MS < DAY_MS - MINUTE_MS;
  const shown = isElsewhere ? own.toLocal(local) : local;
  return Math.floor(shown / DAY_MS) * DAY_MS;
}

/** Times of a series that are named elsewhere: excluded, or replaced. A date names all that is on it. */
class Marks {
  private readonly instants = new Set<number>();
  private readonly dates = new Set<number>();

  constructor(times: readonly Time[], { isDate, zone }: Start, own: Zone) {
    for (const time of times) {
      if (isDate || time.isDate) this.dates.add(dateOf(time, own));
      else this.instants.add((time.zone ?? zone).toInstant(time.local));
    }
  }

  has({ local }: Start, instant: number): boolean {
    return (
      this.instants.has(instant) ||
      (this.dates.size > 0 && this.dates.has(Math.floor(local / DAY_MS) * DAY_MS))
    );
  }
}

/** A change of an occurrence and all later ones. */
interface LaterChange {
  readonly event: ParsedEvent;
  /** The first occurrence that it changes, epoch ms. */
  readonly from: number;
  /** How far it moves them, on the clock. */
  readonly by: number;
}

function laterChanges(replacing: readonly ParsedEvent[], { zone }: Start, own: Zone): readonly LaterChange[] {
  return replacing
    .flatMap((event) => {
      if (!event.isForLater || event.replaces === undefined) return [];
      const { replaces } = event;
      const from = (replaces.zone ?? (replaces.isDate ? own : zone)).toInstant(replaces.local);
      return [
        { event, from, by: zone.toLocal(event.start.zone.toInstant(event.start.local)) - zone.toLocal(from) },
      ];
    })
    .sort((a, b) => a.from - b.from);
}

function moved({ event, by }: LaterChange, recursAt: number, zone: Zone): Occurrence {
  const local = zone.toLocal(recursAt) + by;
  return { start: zone.toInstant(local), end: endAfter(event.length, local, zone), recursAt, event };
}

/** The occurrence that takes the place of another one of an event on the clock of a zone. */
export function replacingOne(event: ParsedEvent, zone: Zone): Occurrence {
  const { start, length, replaces = start } = event;
  return {
    start: start.zone.toInstant(start.local),
    end: endAfter(length, start.local, start.zone),
    recursAt: (replaces.zone ?? zone).toInstant(replaces.local),
    event,
  };
}
