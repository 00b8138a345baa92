import ICAL from 'ical.js';
import { convertIcsCalendar, type IcsEvent } from 'ts-ics';

/** An event as a calendar program understands it. Instants are RFC 3339 in UTC. */
export interface ReadEvent {
  readonly uid: string;
  readonly sequence: number;
  readonly status: string;
  readonly start: string;
  readonly end: string;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
}

/** Reads a calendar with two independent parsers. @throws Error when they do not agree, or one of them cannot read it */
export function readCalendar(text: string): readonly ReadEvent[] {
  const [events, others] = [readWithIcalJs(text), readWithTsIcs(text)];
  expect(events).toEqual(others);
  return events;
}

/** Uses the VTIMEZONE of the calendar alone: a TZID without one is an error. ts-ics is wrong in the hours around a change of the clock. */
export function readWithIcalJs(text: string): readonly ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as object[]);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    for (const time of [event.startDate, event.endDate])
      if (time.zone.tzid === 'floating') throw new Error('a time has no zone');
    return {
      uid: event.uid,
      sequence: Number(component.getFirstPropertyValue('sequence')),
      status: String(component.getFirstPropertyValue('status')),
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      summary: event.summary,
      description: String(component.getFirstPropertyValue('description') ?? ''),
      location: String(component.getFirstPropertyValue('location') ?? ''),
    };
  });
}

function readWithTsIcs(text: string): readonly ReadEvent[] {
  const { events = [] } = convertIcsCalendar(undefined, text);
  return events.map((event: IcsEvent) => ({
    uid: event.uid,
    sequence: event.sequence ?? 0,
    status: event.status ?? '',
    start: event.start.date.toISOString(),
    end: event.end?.date.toISOString() ?? '',
    summary: event.summary,
    description: event.description ?? '',
    location: event.location ?? '',
  }));
}
