import ICAL from 'ical.js';
import { convertIcsCalendar } from 'ts-ics';
import { type MimePart, partsOf } from './mime';

/** An event as a calendar program shows it. Instants are RFC 3339 in UTC. */
export interface ShownEvent {
  readonly start: string;
  readonly end: string;
  readonly summary: string;
}

/** The components of one UID. */
interface Kept {
  master: ICAL.Component | undefined;
  /** By RECURRENCE-ID. */
  readonly named: Map<string, ICAL.Component>;
}

/**
 * The calendar of a customer whose program takes up the entries of mails as RFC 5546 says (sections 3.2.2 and 3.2.5), and reads one
 * calendar part of each, as Gmail, Outlook and Apple do.
 */
export class CustomerCalendar {
  private readonly kept = new Map<string, Kept>();

  /** @throws Error of what a program does not take up */
  take(message: MimePart): void {
    const [part, ...others] = partsOf(message, 'text/calendar');
    if (part === undefined || others.length > 0) throw new Error('the mail has not one calendar part');
    const calendar = new ICAL.Component(ICAL.parse(part.body) as object[]);
    const events = calendar.getAllSubcomponents('vevent');
    const method = String(calendar.getFirstPropertyValue('method'));
    const uid = onlyOne(events.map((event) => String(event.getFirstPropertyValue('uid'))));
    onlyOne([method, /method=(\w+)/.exec(part.headers['content-type'] ?? '')?.[1]]);
    onlyOne(events.map(sequenceOf));
    const { events: read = [] } = convertIcsCalendar(undefined, part.body);
    onlyOne([read.length, events.length]);
    onlyOne([...read.map((event) => event.uid), uid]);
    this.apply(method, uid, events);
  }

  shown(): readonly ShownEvent[] {
    const all = [...this.kept.values()].flatMap(eventsOf);
    return all.toSorted((a, b) => (a.start < b.start ? -1 : 1));
  }

  private apply(method: string, uid: string, events: readonly ICAL.Component[]): void {
    const kept = this.kept.get(uid) ?? { master: undefined, named: new Map() };
    this.kept.set(uid, kept);
    const master = events.find((event) => event.getFirstProperty('recurrence-id') === null);
    if (master !== undefined) {
      assertNewer(kept, master);
      kept.named.clear();
      kept.master = master;
    }
    for (const event of events) {
      const id = event.getFirstPropertyValue('recurrence-id');
      if (id === null) continue;
      const known = kept.named.get(String(id));
      if (known !== undefined && sequenceOf(event) <= sequenceOf(known))
        throw new Error('SEQUENCE did not rise');
      kept.named.set(String(id), event);
    }
    if (method === 'CANCEL' && events.some((event) => event.getFirstPropertyValue('status') !== 'CANCELLED'))
      throw new Error('a CANCEL has an event that is not cancelled');
  }
}

function assertNewer({ master, named }: Kept, next: ICAL.Component): void {
  const known = [...(master === undefined ? [] : [master]), ...named.values()];
  if (known.some((event) => sequenceOf(event) >= sequenceOf(next))) throw new Error('SEQUENCE did not rise');
}

function eventsOf({ master, named }: Kept): ShownEvent[] {
  const alone = () => [...named.values()].flatMap((event) => shownOf(event));
  if (master === undefined || isCancelled(master)) return alone();
  const exceptions = [...named.values()].map((component) => new ICAL.Event(component));
  const event = new ICAL.Event(master, { exceptions, strictExceptions: true });
  if (!event.isRecurring()) return [...shownOf(master), ...alone()];
  const shown: ShownEvent[] = [];
  const dates = event.iterator();
  for (let next = dates.next() as ICAL.Time | undefined; next; next = dates.next() as ICAL.Time | undefined) {
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    if (!isCancelled(item.component))
      shown.push({ start: instant(startDate), end: instant(endDate), summary: item.summary });
  }
  return shown;
}

function shownOf(component: ICAL.Component): ShownEvent[] {
  const { startDate, endDate, summary } = new ICAL.Event(component);
  return isCancelled(component) ? [] : [{ start: instant(startDate), end: instant(endDate), summary }];
}

function isCancelled(component: ICAL.Component): boolean {
  return component.getFirstPropertyValue('status') === 'CANCELLED';
}

function sequenceOf(component: ICAL.Component): number {
  return Number(component.getFirstPropertyValue('sequence'));
}

function instant(time: ICAL.Time): string {
  if (time.zone.tzid === 'floating') throw new Error('a time has no zone');
  return time.toJSDate().toISOString();
}

function onlyOne<Value>(values: readonly Value[]): Value {
  const [value, ...others] = new Set(values);
  if (value === undefined || others.length > 0) throw new Error(`not one value: ${values.join(', ')}`);
  return value;
}
