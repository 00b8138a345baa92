import { type Interval, overlaps } from '../../../platform/time/interval';
import type { BusyIf } from '../busy-if';
import type { EventDetails } from './event-details';
import { type Occurrence, occurrencesOf, replacingOne } from './event-times';
import { type ParsedEvent, type Context, endOfPeriod, listOf, readEvent, timeOf } from './events';
import { newestOf } from './versions';
import {
  type Component,
  OF_DETAILS,
  OF_EVENTS,
  OF_ZONES,
  textValueOf,
  visit,
  type Visitor,
} from './text/components';
import { type Unreadable, UnreadableCalendarError, UnreadableEventError } from './unreadable';
import type { Zone } from './values';
import { ianaZone, Zones, ZonesOfFile } from './zones';

export interface ReadingTask {
  /** iCalendar (RFC 5545), in UTF-8. */
  readonly bytes: Uint8Array;
  /** Epoch ms. What is busy outside is left out. */
  readonly within: Interval;
  /** The IANA zone of times and dates without one of their own. */
  readonly zone: string;
  /** The UUID of this installation, which its appointments have in their UID. */
  readonly instance: string;
  readonly busyIf: BusyIf;
  /** Whether each event is wanted as it is, rather than what is busy. */
  readonly wantsEvents?: boolean;
}

/** An event that begins at a time, or one occurrence of it. */
export interface CalendarEvent extends Interval, EventDetails {
  readonly uid: string | undefined;
  /** When it would be by the rules of the event; epoch ms. Undefined: it does not recur. */
  readonly recursAt: number | undefined;
  /** Where it begins, from 1. */
  readonly line: number;
  readonly isWholeDay: boolean;
}

export interface Reading {
  /** The busy times of events, each occurrence by itself. */
  readonly times: readonly Interval[];
  /** Those of our own appointments, by their id. */
  readonly ofAppointments: readonly (Interval & { readonly appointmentId: number })[];
  /** The first MAX_UNREADABLE of them. */
  readonly unreadable: readonly Unreadable[];
  readonly unreadableEvents: number;
  /** Where they are wanted: in place of busy times, and without our own appointments. */
  readonly events?: readonly CalendarEvent[];
}

/** The most busy times of one calendar. */
export const MAX_TIMES = 20_000;
export const MAX_UNREADABLE = 20;
const MAX_UID = 200;

/** Skips and names what it cannot read. A hostile calendar makes it run long: use a limited thread. @throws UnreadableCalendarError */
export function readBusyTimes(task: ReadingTask): Reading {
  const bytes = Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength);
  // The zones of each calendar first: they may stand behind the events that name them.
  const zones: Component[][] = [];
  visit(bytes, OF_ZONES, {
    calendar: () => zones.push([]),
    component: (component) => {
      if (component.name === 'VTIMEZONE') zones.at(-1)?.push(component);
    },
  });
  if (zones.length === 0) throw new UnreadableCalendarError('is not a calendar in the iCalendar format');
  const reader = new Reader(task, zones);
  visit(bytes, task.wantsEvents === true ? OF_DETAILS : OF_EVENTS, reader);
  return reader.finish();
}

class Reader implements Visitor {
  private readonly times: Interval[] = [];
  private readonly ofAppointments: (Interval & { appointmentId: number })[] = [];
  private readonly unreadable: Unreadable[] = [];
  private unreadableEvents = 0;
  private readonly events: CalendarEvent[] = [];
  /** By UID; an event without one is a group of its own. */
  private readonly groups = new Map<string, ParsedEvent[]>();
  private readonly own: Zone;
  private readonly isFreeBusy: boolean;
  private readonly zonesOfFile: ZonesOfFile;
  private calendars = 0;
  private context: Context;

  /** @param zones those that each calendar describes */
  constructor(
    private readonly task: ReadingTask,
    private readonly zones: readonly (readonly Component[])[],
  ) {
    this.own = ianaZone(task.zone);
    this.zonesOfFile = new ZonesOfFile(task.within.end);
    this.isFreeBusy = task.busyIf === 'all';
    this.context = this.contextOf([]);
  }

  calendar(): void {
    this.context = this.contextOf(this.zones[this.calendars++] ?? []);
  }

  component(component: Component): void {
    if (component.name === 'VTIMEZONE') return;
    this.attempt(textValueOf(component, 'UID'), component.line, () => {
      if (component.fault !== undefined) throw new UnreadableEventError(component.fault);
      if (component.name === 'VEVENT') this.collect(readEvent(component, this.context));
      else if (this.task.wantsEvents !== true) this.addFreeBusy(component);
    });
  }

  finish(): Reading {
    for (const events of this.groups.values()) this.addGroup(events);
    const { times, ofAppointments, unreadable, unreadableEvents, events } = this;
    const busy = { times, ofAppointments, unreadable, unreadableEvents };
    return this.task.wantsEvents === true ? { ...busy, events } : busy;
  }

  private contextOf(zones: readonly Component[]): Context {
    const { own, isFreeBusy, zonesOfFile } = this;
    const isDetailed = this.task.wantsEvents === true;
    return { zones: new Zones(zones, zonesOfFile), own, isFreeBusy, isDetailed };
  }

  private collect(event: ParsedEvent): void {
    const uid = event.uid ?? `\0${event.line}`;
    const group = this.groups.get(uid);
    if (group === undefined) this.groups.set(uid, [event]);
    else group.push(event);
  }

  /** Several events of one UID that are no occurrences of others are series of their own. */
  private addGroup(events: readonly ParsedEvent[]): void {
    const { masters, replacing } = newestOf(events);
    for (const event of masters)
      this.attempt(event.uid, event.line, () => {
        for (const each of occurrencesOf(event, replacing, this.task.within, this.own)) this.take(each);
      });
    const zone = masters[0]?.start.zone ?? this.own;
    for (const event of replacing) this.take(replacingOne(event, zone));
  }

  private take(occurrence: Occurrence): void {
    if (this.task.wantsEvents === true) this.addEvent(occurrence);
    else if (occurrence.event.isBusy) this.add(occurrence, occurrence.event.uid);
  }

  private addEvent({ start, end, recursAt, event }: Occurrence): void {
    const { within, instance } = this.task;
    const { uid, line, details, rules, additional, replaces } = event;
    const isOurs = appointmentIn(uid, instance) !== undefined;
    if (details === undefined || isOurs || start < within.start || start >= within.end) return;
    if (this.events.length >= MAX_TIMES)
      throw new UnreadableCalendarError(`has more than ${MAX_TIMES} events`);
    const recurs = rules.length > 0 || additional.length > 0 || replaces !== undefined;
    this.events.push({
      ...details,
      ...{ uid, line, start, end, isWholeDay: event.start.isDate },
      recursAt: recurs ? recursAt : undefined,
    });
  }

  /** What FBTYPE does not call free is busy (RFC 5545, section 3.2.9). */
  private addFreeBusy(component: Component): void {
    const { context } = this;
    for (const [line, text] of listOf(component, 'FREEBUSY')) {
      if (line.parameters.get('FBTYPE')?.toUpperCase() === 'FREE' || text === '') continue;
      const [from = '', to = ''] = text.split('/');
      const time = timeOf(line, from, context);
      const start = { ...time, zone: time.zone ?? context.own };
      this.add(
        { start: start.zone.toInstant(start.local), end: endOfPeriod(to, start, line, context) },
        undefined,
      );
    }
  }

  private add(time: Interval, uid: string | undefined): void {
    const { within, instance } = this.task;
    if (time.start >= time.end || !overlaps(time, within)) return;
    if (this.times.length + this.ofAppointments.length >= MAX_TIMES)
      throw new UnreadableCalendarError(`has more than ${MAX_TIMES} busy events`);
    const clipped = { start: Math.max(time.start, within.start), end: Math.min(time.end, within.end) };
    const appointmentId = appointmentIn(uid, instance);
    if (appointmentId === undefined) this.times.push(clipped);
    else this.ofAppointments.push({ ...clipped, appointmentId });
  }

  private attempt(uid: string | undefined, line: number, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof UnreadableEventError)) throw error;
      this.unreadableEvents++;
      if (this.unreadable.length >= MAX_UNREADABLE) return;
      const named = uid === undefined || uid === '' ? {} : { uid: uid.slice(0, MAX_UID) };
      this.unreadable.push({ ...named, line, why: error.message });
    }
  }
}

/** The appointment of this installation that a UID names. */
function appointmentIn(uid: string | undefined, instance: string): number | undefined {
  const [, id, where] = /^appointment-(\d{1,10})@(.+)$/.exec(uid ?? '') ?? [];
  return where === instance ? Number(id) : undefined;
}
