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
  /** Whether a file was the last that changed it. */
  isOfFile: boolean;
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

  /** Opens a calendar file, of which the mails have brought the entry already. @throws Error when the program would show it twice */
  open(file: string): void {
    const calendar = new ICAL.Component(ICAL.parse(file) as object[]);
    if (calendar.getFirstProperty('method') !== null) throw new Error('a file has a method');
    const events = calendar.getAllSubcomponents('vevent');
    const uid = onlyOne(events.map((event) => String(event.getFirstPropertyValue('uid'))));
    onlyOne([convertIcsCalendar(undefined, file).events?.length ?? 0, events.length]);
    if (!this.kept.has(uid)) throw new Error(`no mail has had the entry ${uid}`);
    this.apply('', uid, events);
  }

  shown(): readonly ShownEvent[] {
    const all = [...this.kept.values()].flatMap(eventsOf);
    return all.toSorted((a, b) => (a.start < b.start ? -1 : 1));
  }

  private apply(method: string, uid: string, events: readonly ICAL.Component[]): void {
    const kept = this.kept.get(uid) ?? { master: undefined, named: new Map(), isOfFile: false };
    const isOfFile = method === '';
    this.kept.set(uid, kept);
    const master = events.find((event) => event.getFirstProperty('recurrence-id') === null);
    if (master !== undefined) {
      for (const known of [...(kept.master === undefined ? [] : [kept.master]), ...kept.named.values()])
        assertNewer(known, master, isOfFile || kept.isOfFile);
      kept.named.clear();
      kept.master = master;
    }
    for (const event of events) {
      const id = event.getFirstPropertyValue('recurrence-id');
      if (id === null) continue;
      const known = kept.named.get(String(id));
      if (known !== undefined && known !== event) assertNewer(known, event, isOfFile || kept.isOfFile);
      kept.named.set(String(id), event);
    }
    kept.isOfFile = isOfFile;
    if (method === 'REQUEST' && events[0]?.getFirstPropertyValue('status') === 'CANCELLED')
      throw new Error('a REQUEST takes back what it is about');
    if (method === 'CANCEL' && events.some((event) => event.getFirstPropertyValue('status') !== 'CANCELLED'))
      throw new Error('a CANCEL has an event that is not cancelled');
  }
}

/** Of two mails the later has the higher SEQUENCE. A file may have that of the last mail, and a mail that of a file. */
function assertNewer(known: ICAL.Component, next: ICAL.Component, mayBeSame: boolean): void {
  const rise = sequenceOf(next) - sequenceOf(known);
  if (rise < 0 || (rise === 0 && !mayBeSame)) throw new Error('SEQUENCE did not rise');
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
