import { calendarText } from '../../icalendar/calendar-text';
import type { Invitation } from '../../icalendar/calendar-event';
import type { DueMessage } from '../due-message';
import type { AppointmentFacts, SharedSeries, SharedVisit } from '../message-facts';
import { type Common, type Entry, type EntryWords, stated, type StatedFacts, takesPlace } from './entry';
import { appointmentUid, seriesUid, visitUid } from './entry-uids';
import { seriesEntry } from './series-entry';

/** A calendar entry of iTIP (RFC 5546): the method, and the iCalendar object (RFC 5545) that it applies to. */
export interface CalendarEntry {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly content: string;
}

/**
 * The entry that a message creates, changes or removes in the customer's calendar: a REQUEST and a CANCEL have one UID only (RFC 5546,
 * sections 3.2.2 and 3.2.5). Each message about an entry has a higher SEQUENCE, so calendar programs ignore one that arrives late. A
 * message about several appointments that a version before has booked has an entry for each.
 */
export async function calendarEntries(
  message: DueMessage,
  words: EntryWords,
  invitation: Invitation,
): Promise<CalendarEntry[]> {
  const entries: CalendarEntry[] = [];
  for (const { zone, span, events } of entriesOf(message, words, invitation)) {
    const method = events[0]?.status === 'cancelled' ? 'CANCEL' : 'REQUEST';
    let content = '';
    const text = calendarText({ language: words.language, zone, span, method }, events);
    for await (const piece of text) content += piece;
    entries.push({ method, content });
  }
  return entries;
}

/** An appointment that has its entry with those of another series or visit has none here: the next message about those has it. */
function entriesOf(message: DueMessage, words: EntryWords, invitation: Invitation): readonly Entry[] {
  const { facts, event, sequence, instance, createdAt } = message;
  const { shared, others = [] } = facts;
  const common = { sequence, stamp: createdAt.getTime(), invitation };
  const single = (each: AppointmentFacts, { appointmentId, sequence: own }: Numbered): Entry => {
    const told = asTold(event, each);
    const { start, end, status } = told;
    const uid = appointmentUid(appointmentId, instance);
    const entry = { ...common, ...words.of(told), uid, sequence: own, start, end, status };
    return { zone: 'UTC', span: each, events: [entry] };
  };
  const name = shared && nameOf(shared);
  const together = others.filter(({ entry }) => entry === undefined || entry === (name ?? null));
  if (shared === undefined) return [single(facts, message), ...together.map((each) => single(each, each))];
  const about = [facts, ...together].map((each) => asTold(event, each));
  const alone = others.filter(({ entry }) => entry === null).map((each) => single(each, each));
  return [sharedEntry(about, shared, words, common, instance), ...alone];
}

type Numbered = Pick<DueMessage, 'appointmentId' | 'sequence'>;

function nameOf(shared: SharedSeries | SharedVisit): string {
  return shared.rule === undefined ? `visit-${shared.visitId}` : `series-${shared.rule.id}`;
}

/** The UID of what a message is about: all messages about a series, a visit or another appointment have the same. */
export function uidOf({ appointmentId, facts: { shared }, instance }: DueMessage): string {
  if (shared === undefined) return appointmentUid(appointmentId, instance);
  return shared.rule === undefined ? visitUid(shared.visitId, instance) : seriesUid(shared.rule.id, instance);
}

/** The entry that appointments have with others of their series or visit. @param instance the UUID of this installation */
export function sharedEntry(
  about: readonly StatedFacts[],
  shared: SharedSeries | SharedVisit,
  words: EntryWords,
  common: Omit<Common, 'uid'>,
  instance: string,
): Entry {
  if (shared.rule === undefined)
    return visitEntry(about, shared, words, { ...common, uid: visitUid(shared.visitId, instance) });
  return seriesEntry(about, shared, words, { ...common, uid: seriesUid(shared.rule.id, instance) });
}

/** A cancellation is queued before its appointment is deleted, or given to another customer. */
function asTold(event: DueMessage['event'], facts: AppointmentFacts): StatedFacts {
  return event === 'cancellation' ? { ...facts, status: 'cancelled' } : stated(facts);
}

/** One event from the first start to the last end of what takes place. It is cancelled once nothing does. */
function visitEntry(
  about: readonly StatedFacts[],
  { rest }: SharedVisit,
  words: EntryWords,
  common: Common,
): Entry {
  const taken = [...about, ...rest.map(stated)].filter(takesPlace);
  const parts = (taken.length > 0 ? taken : about).toSorted((a, b) => a.start - b.start);
  const span = {
    start: Math.min(...parts.map(({ start }) => start)),
    end: Math.max(...parts.map(({ end }) => end)),
  };
  const isPending = parts.some(({ status }) => status === 'pending');
  const status = taken.length === 0 ? 'cancelled' : isPending ? 'pending' : 'confirmed';
  return { zone: 'UTC', span, events: [{ ...common, ...words.ofAll(parts), ...span, status }] };
}
