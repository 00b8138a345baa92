import type { CalendarEvent } from '../../../business/busy-calendars/reading/busy-times';
import type { Interval } from '../../../platform/time/interval';
import { MAX_NAME } from '../../../platform/http/validation/text-types';
import type { JsonObject } from '../../../platform/values/json-object';
import type { NamedRow } from '../import-runs';
import type { SourceRow } from '../imported-row';
import { refused } from '../outcome';

/** A row of a calendar. */
export interface IcsRow extends NamedRow {
  /** The customer of an event that has no e-mail address. */
  readonly customer?: SourceRow;
}

/** Time off of a provider: a row for each busy time. */
export function timeOffRows(times: readonly Interval[], providerId: number): IcsRow[] {
  return times.map(({ start, end }) => {
    const body = { providerId: String(providerId), start: textOf(start), end: textOf(end) };
    return {
      where: `event at ${body.start}`,
      cells: [body.start],
      row: { sourceId: undefined, body },
    };
  });
}

/** Whose appointments they become. */
export interface IcsParties {
  readonly providerId: number;
  readonly serviceId: number;
  /** Of the provider, who may be invited to the own events. */
  readonly providerEmail: string | null;
}

const NAMELESS =
  'has no SUMMARY, and no ATTENDEE with EMAIL or a mailto: URI but the provider, the organizer, rooms and equipment';

/** Appointments: a row for each occurrence of each event. It is known by the UID, and by when it would be by the rules of its event. */
export function appointmentRows(events: readonly CalendarEvent[], parties: IcsParties): IcsRow[] {
  return events.map((event) => {
    const { uid, recursAt, start, line } = event;
    const named = { where: `event at line ${line}, ${textOf(start)}`, cells: [uid ?? '', textOf(start)] };
    if (event.isWholeDay) return { ...named, row: refused('is a whole day, not a time') };
    const guest = guestOf(event, parties.providerEmail);
    if (guest === undefined) return { ...named, row: refused(NAMELESS) };
    const { customer, ...said } = guest;
    if (customer !== undefined && event.summary.length > MAX_NAME)
      return {
        ...named,
        row: refused(`has a SUMMARY of more than ${MAX_NAME} characters, which is no name`),
      };
    const body = { ...timeOf(event, parties), ...said };
    const sourceId = uid === undefined || recursAt === undefined ? uid : `${uid}/${textOf(recursAt)}`;
    return { ...named, row: { sourceId, body, where: named.where }, ...(customer && { customer }) };
  });
}

const STATUSES: Readonly<Record<string, string>> = { CANCELLED: 'cancelled', TENTATIVE: 'pending' };

function timeOf(event: CalendarEvent, { providerId, serviceId }: IcsParties): JsonObject {
  const { start, end, status, createdAt } = event;
  return {
    providerId: String(providerId),
    serviceId: String(serviceId),
    start: textOf(start),
    end: textOf(end),
    status: STATUSES[status] ?? 'confirmed',
    ...(createdAt !== undefined && { createdAt: textOf(createdAt) }),
  };
}

type Guest = JsonObject & { readonly customer?: SourceRow };

/**
 * The first one who is invited, else the person that SUMMARY names: events with the same SUMMARY are those of one customer, who has no
 * address. Undefined: the event names no person.
 */
function guestOf({ invited, summary }: CalendarEvent, providerEmail: string | null): Guest | undefined {
  const provider = providerEmail?.toLowerCase() ?? '';
  const guest = invited.find(({ addresses }) => !addresses.includes(provider));
  if (guest !== undefined) {
    // Some senders write the address as the name, too.
    const name = guest.name.includes('@') ? '' : guest.name;
    const notes = name === '' || summary === '' ? {} : { notes: summary };
    return { name: name || summary || guest.email, email: guest.email, ...notes };
  }
  if (summary === '') return undefined;
  const name = summary.replaceAll(/\s+/g, ' ');
  const customer = { sourceId: `name:${name.toLowerCase()}`, body: { name } };
  return { customerId: customer.sourceId, customer };
}

function textOf(instant: number): string {
  return new Date(instant).toISOString();
}
