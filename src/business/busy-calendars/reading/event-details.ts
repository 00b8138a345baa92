import { addressInMailUri } from '../../../platform/values/mail-uri';
import type { ContentLine } from './text/content-lines';
import { type Component, textValueOf, valueOf } from './text/components';
import { unreadable } from './unreadable';
import { parseTime } from './values';

/** Who is invited to an event. */
export interface Invited {
  /** Empty: it has none. */
  readonly name: string;
  readonly email: string;
  /** All addresses by which the event names the person, in lower case. */
  readonly addresses: readonly string[];
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
  const organizers = (component.properties.get('ORGANIZER') ?? []).flatMap(
    (line) => personIn(line).addresses,
  );
  const attendees = component.properties.get('ATTENDEE') ?? [];
  return {
    status: valueOf(component, 'STATUS').toUpperCase(),
    summary: textValueOf(component, 'SUMMARY'),
    invited: attendees
      .filter(({ parameters }) => !THINGS.includes(parameters.get('CUTYPE')?.toUpperCase() ?? ''))
      .map(personIn)
      .filter(({ email, addresses }) => email !== '' && !addresses.some((each) => organizers.includes(each))),
    createdAt: createdIn(valueOf(component, 'CREATED')),
  };
}

/** An organizer or attendee. EMAIL has the address to write to where the URI is one that only calendars know (RFC 7986, section 6.2). */
function personIn(line: ContentLine): Invited {
  const { parameters, value = '' } = line;
  const [name = '', own = ''] = ['CN', 'EMAIL'].map((each) => parameters.get(each)?.trim());
  const ofUri = mailAddressIn(line);
  const addresses = [own, ofUri, value].filter((each) => each !== '').map((each) => each.toLowerCase());
  return { name, email: own || ofUri, addresses };
}

/** Empty: the URI is another one. */
function mailAddressIn({ value = '', number }: ContentLine): string {
  try {
    return addressInMailUri(value) ?? '';
  } catch {
    return unreadable(`has an address that is not UTF-8 on line ${number}`);
  }
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
