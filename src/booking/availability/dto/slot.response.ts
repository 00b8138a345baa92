import { hidden } from '../../../platform/http/hiding/hidden-members';
import { formatInstant } from '../../../platform/time/instant-text';
import type { NextSlot } from '../search/next-available';
import type { ListedSlot } from '../../diary/slots/listed-slot';
import { toSearchReply } from './search.meta';
import {
  DATE,
  INSTANT,
  INTEGER,
  NUMBER,
  orNull,
  several,
  TEXT,
} from '../../../platform/http/validation/shapes';
import { answered, AnswerOf, sometimesAnswered } from '../../../platform/http/validation/members';

/** An offered start and end (docs/reference/availability.md). */
export class SlotResponse extends AnswerOf({
  start: answered(INSTANT, { example: '2026-12-01T09:00:00Z' }),
  end: answered(INSTANT, { example: '2026-12-01T09:45:00Z' }),
  date: answered(DATE, { example: '2026-12-01', description: 'As POST /appointments takes it' }),
  time: answered(TEXT, { example: '09:00', description: 'As POST /appointments takes it, in `start`' }),
  providerId: answered(INTEGER, { example: 2 }),
  price: hidden(
    'payments',
    answered(orNull(NUMBER), {
      example: 38.5,
      description:
        'What a booking of the requested seats costs with `providerId`; null: the service has no price',
    }),
  ),
  providerIds: sometimesAnswered(several(INTEGER), {
    example: [2, 3],
    description:
      'With any provider: all who could take the slot, those with the fewest booked minutes on the date first, then the lowest ids',
  }),
  capacity: sometimesAnswered(INTEGER, {
    example: 10,
    description: 'The seats of a session. Only of a service with a capacity above 1, as `seatsLeft`',
  }),
  seatsLeft: sometimesAnswered(INTEGER, { example: 7, description: 'With `providerId`' }),
  locationId: sometimesAnswered(INTEGER, {
    example: 1,
    description:
      'Where it takes place: at the requested location, or where the hours of `providerId` say. Left out where neither names one',
  }),
}) {}

/** Maps member by member: a calendar has thousands of slots, and a spread takes several times as long. */
export function toSlotResponse(slot: ListedSlot): SlotResponse {
  const { date, time, providerId, providerIds, timeZone, price } = slot;
  const start = formatInstant(slot.start, timeZone);
  const end = formatInstant(slot.end, timeZone);
  const response: SlotResponse = { start, end, date, time, providerId, price };
  if (providerIds !== undefined) response.providerIds = [...providerIds];
  if (slot.seats !== undefined) {
    response.capacity = slot.seats.capacity;
    response.seatsLeft = slot.seats.left;
  }
  if (slot.locationId !== undefined) response.locationId = slot.locationId;
  return response;
}

/**
 * SlotResponses as JSON, with commas between them. None of their texts has a character that JSON escapes. Appends to one text, and makes
 * what neighbours share once: a calendar has thousands of slots.
 */
export function writeSlots(slots: readonly ListedSlot[]): string {
  let written = '';
  let begin = '{"start":"';
  let onDate = '';
  let by = '';
  let before: ListedSlot | undefined;
  for (const slot of slots) {
    const { timeZone } = slot;
    if (slot.date !== before?.date) onDate = `","date":"${slot.date}","time":"`;
    if (before === undefined || !isOfferedAlike(slot, before)) by = writeOffer(slot);
    written += begin;
    written += formatInstant(slot.start, timeZone);
    written += '","end":"';
    written += formatInstant(slot.end, timeZone);
    written += onDate;
    written += slot.time;
    written += by;
    begin = ',{"start":"';
    before = slot;
  }
  return written;
}

function isOfferedAlike(slot: ListedSlot, other: ListedSlot): boolean {
  return (
    slot.providerId === other.providerId &&
    slot.providerIds === other.providerIds &&
    slot.price === other.price &&
    slot.seats === other.seats &&
    slot.locationId === other.locationId
  );
}

/** What follows the time of a slot. */
function writeOffer({ providerId, providerIds, price, seats, locationId }: ListedSlot): string {
  const ids = providerIds === undefined ? '' : `,"providerIds":[${providerIds.join(',')}]`;
  const left = seats === undefined ? '' : `,"capacity":${seats.capacity},"seatsLeft":${seats.left}`;
  const place = locationId === undefined ? '' : `,"locationId":${locationId}`;
  return `","providerId":${providerId},"price":${price}${ids}${left}${place}}`;
}

export function toNextReply({ slot, searchedUntil }: NextSlot) {
  return toSearchReply(slot && toSlotResponse(slot), searchedUntil);
}
