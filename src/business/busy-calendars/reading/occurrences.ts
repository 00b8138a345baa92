import ICAL from 'ical.js';
import { type Interval, overlaps } from '../../../platform/time/interval';
import { UnreadableCalendarError } from './unreadable-calendar';

type InstantOf = (time: ICAL.Time) => number;

/** The most occurrences of one rule that are stepped through: a daily one takes so many in 54 years. */
const MAX_STEPS = 20_000;

/** As ical.js describes it, whose own type cannot be resolved. */
interface Occurrence {
  readonly startDate: ICAL.Time;
  readonly endDate: ICAL.Time;
  readonly item: ICAL.Event;
}

/** A master with the events that take the place of some of its occurrences. */
interface Group {
  master: ICAL.Component | undefined;
  readonly replacing: ICAL.Component[];
}

/** The times at which events are busy, as far as they meet an interval. */
export function* occurrencesOf(
  events: readonly ICAL.Component[],
  within: Interval,
  instantOf: InstantOf,
): Generator<Interval> {
  const starting = events.filter((event) => event.hasProperty('dtstart'));
  for (const { master, replacing } of groupsOf(starting)) {
    for (const single of replacing) if (isBusy(single)) yield* timeOf(single, within, instantOf);
    if (master === undefined) continue;
    if (isRecurring(master)) yield* recurring(master, replacing, within, instantOf);
    else if (isBusy(master)) yield* timeOf(master, within, instantOf);
  }
}

function groupsOf(events: readonly ICAL.Component[]): Iterable<Group> {
  const groups = new Map<string, Group>();
  events.forEach((event, nth) => {
    // Without a UID an event stands for itself.
    const uid = String(event.getFirstPropertyValue('uid') ?? `\0${nth}`);
    const group = groups.get(uid) ?? { master: undefined, replacing: [] };
    groups.set(uid, group);
    // Two masters of one UID are two events.
    if (event.hasProperty('recurrence-id') || group.master !== undefined) group.replacing.push(event);
    else group.master = event;
  });
  return groups.values();
}

function isRecurring(event: ICAL.Component): boolean {
  return event.hasProperty('rrule') || event.hasProperty('rdate');
}

function isBusy(event: ICAL.Component): boolean {
  const value = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase();
  return value('status') !== 'CANCELLED' && value('transp') !== 'TRANSPARENT';
}

/** Without a list of exceptions ical.js would look for them in the whole calendar, for each event. */
function* timeOf(event: ICAL.Component, within: Interval, instantOf: InstantOf): Generator<Interval> {
  const { startDate, endDate } = new ICAL.Event(event, { exceptions: [] });
  const time = { start: instantOf(startDate), end: instantOf(endDate) };
  if (time.start < time.end && overlaps(time, within)) yield time;
}

function* recurring(
  master: ICAL.Component,
  replacing: readonly ICAL.Component[],
  within: Interval,
  instantOf: InstantOf,
): Generator<Interval> {
  if (isBusy(master)) yield* periodsOf(master, within, instantOf);
  if (!master.hasProperty('rrule')) includeStart(master);
  const ranges = replacing.filter(isThisAndFuture);
  const event = new ICAL.Event(master, { exceptions: ranges });
  const replaced = new Set(replacing.map((each) => instantOf(recurrenceIdOf(each))));
  const dates = event.iterator();
  for (let step = 0; ; step++) {
    if (step >= MAX_STEPS) throw new UnreadableCalendarError('repeats an event too often');
    const next = dates.next() as ICAL.Time | undefined;
    if (next === undefined || instantOf(next) >= within.end) return;
    if (replaced.has(instantOf(next))) continue;
    const { startDate, endDate, item } = event.getOccurrenceDetails(next) as Occurrence;
    const time = { start: instantOf(startDate), end: instantOf(endDate) };
    if (time.start < time.end && overlaps(time, within) && isBusy(item.component)) yield time;
  }
}

/** Takes the additional dates of an event out that have lengths of their own: ical.js does not expand them. */
function* periodsOf(master: ICAL.Component, within: Interval, instantOf: InstantOf): Generator<Interval> {
  for (const property of master.getAllProperties('rdate')) {
    if (property.type !== 'period') continue;
    master.removeProperty(property);
    // The types of ical.js do not know that the values of a property of this type are periods.
    for (const period of property.getValues() as unknown as ICAL.Period[]) {
      const time = { start: instantOf(period.start), end: instantOf(period.getEnd()) };
      if (time.start < time.end && overlaps(time, within)) yield time;
    }
  }
}

/** The start of an event is its first occurrence (RFC 5545, section 3.8.5.2); ical.js counts only the additional dates. */
function includeStart(master: ICAL.Component): void {
  const start = master.getFirstProperty('dtstart');
  if (start === null) return;
  // jCal (RFC 7265, section 3.4), which the types of ical.js leave open.
  const [, parameters, type, ...values] = start.toJSON() as unknown as [string, object, string, ...string[]];
  master.addProperty(new ICAL.Property(['rdate', parameters, type, ...values], master));
}

function isThisAndFuture(event: ICAL.Component): boolean {
  return event.getFirstProperty('recurrence-id')?.getFirstParameter('range') === 'THISANDFUTURE';
}

function recurrenceIdOf(event: ICAL.Component): ICAL.Time {
  const id = event.getFirstPropertyValue('recurrence-id');
  return id instanceof ICAL.Time ? id : new ICAL.Event(event, { exceptions: [] }).startDate;
}
