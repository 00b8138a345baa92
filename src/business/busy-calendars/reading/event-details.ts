import type { ContentLine } from './text/content-lines';
import { type Component, propertyOf, valueOf } from './text/components';
import { unreadable } from './unreadable';
import { parseTime } from './values';

/** Who is invited to an event. */
export interface Invited {
  /** Empty: it has none. */
  readonly name: string;
  readonly email: string;
}

/** What an event says besides its time. */
export interface EventDetails {
  /** In upper case; empty: the event has none. */
  readonly status: string;
  readonly summary: string;
  /** In their order; without the organizer, rooms and equipment, and without those that have no e-mail address. */
  readonly invited: readonly Invited[];
  /** Epoch ms; undefined: not known. */
  readonly createdAt: number | undefined;
}

const THINGS = ['ROOM', 'RESOURCE'];

/** @throws UnreadableEventError of text that would be kept, and is not UTF-8 (RFC 5545, section 3.1.4) */
export function detailsOf(component: Component): EventDetails {
  for (const line of [...component.properties.values()].flat())
    if (!line.isUtf8) unreadable(`has bytes that are not UTF-8 on line ${line.number}`);
  const organizer = addressIn(propertyOf(component, 'ORGANIZER'));
  const attendees = component.properties.get('ATTENDEE') ?? [];
  return {
    status: valueOf(component, 'STATUS').toUpperCase(),
    summary: unescaped(valueOf(component, 'SUMMARY')),
    invited: attendees.flatMap((line) => {
      const email = addressIn(line);
      const isThing = THINGS.includes(line.parameters.get('CUTYPE')?.toUpperCase() ?? '');
      if (email === undefined || isThing || email.toLowerCase() === organizer?.toLowerCase()) return [];
      return [{ email, name: (line.parameters.get('CN') ?? '').trim() }];
    }),
    createdAt: createdIn(valueOf(component, 'CREATED')),
  };
}

/** The address of an organizer or attendee (RFC 5545, section 3.3.3). */
function addressIn(line: ContentLine | undefined): string | undefined {
  const [, address] = /^mailto:(.+)$/i.exec(line?.value ?? '') ?? [];
  return address?.trim();
}

/** Some senders write a year long ago, or nothing that is a time: it is not known then. */
function createdIn(text: string): number | undefined {
  try {
    const { local, zone } = parseTime(text);
    return zone !== undefined && local > 0 ? local : undefined;
  } catch {
    return undefined;
  }
}

/** RFC 5545, section 3.3.11. */
function unescaped(text: string): string {
  return text
    .replaceAll(/\\([nN,;\\])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped))
    .trim();
}
