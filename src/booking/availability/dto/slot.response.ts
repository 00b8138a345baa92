import { ApiProperty } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import type { NextSlot } from '../search/next-available';
import type { ListedSlot } from '../search/listed-slot';
import { toSearchReply } from './search.meta';

/** An offered start and end (docs/reference/availability.md). */
export class SlotResponse {
  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:00:00Z' })
  start: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:45:00Z' })
  end: string;

  @ApiProperty({ format: 'date', example: '2026-12-01', description: 'As POST /appointments takes it' })
  date: string;

  @ApiProperty({ example: '09:00', description: 'As POST /appointments takes it, in `start`' })
  time: string;

  @ApiProperty({ type: 'integer', example: 2 })
  providerId: number;

  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    required: false,
    example: [2, 3],
    description:
      'With any provider: all who could take the slot, those with the fewest booked minutes on the date first, then the lowest ids',
  })
  providerIds?: number[];

  @ApiProperty({
    type: 'integer',
    required: false,
    example: 10,
    description: 'The seats of a session. Only of a service with a capacity above 1, as `seatsLeft`',
  })
  capacity?: number;

  @ApiProperty({ type: 'integer', required: false, example: 7, description: 'With `providerId`' })
  seatsLeft?: number;
}

/** Maps member by member: a calendar has thousands of slots, and a spread takes several times as long. */
export function toSlotResponse(slot: ListedSlot): SlotResponse {
  const { date, time, providerId, providerIds, timeZone } = slot;
  const start = formatInstant(slot.start, timeZone);
  const end = formatInstant(slot.end, timeZone);
  const response: SlotResponse = { start, end, date, time, providerId };
  if (providerIds !== undefined) response.providerIds = [...providerIds];
  if (slot.seats !== undefined) {
    response.capacity = slot.seats.capacity;
    response.seatsLeft = slot.seats.left;
  }
  return response;
}

/**
 * SlotResponses as JSON, with commas between them. None of their texts has a character that JSON escapes. Appends to one text, and makes what
 * neighbours share once: a calendar has thousands of slots.
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
    slot.seats === other.seats
  );
}

/** What follows the time of a slot. */
function writeOffer({ providerId, providerIds, seats }: ListedSlot): string {
  const ids = providerIds === undefined ? '' : `,"providerIds":[${providerIds.join(',')}]`;
  const left = seats === undefined ? '' : `,"capacity":${seats.capacity},"seatsLeft":${seats.left}`;
  return `","providerId":${providerId}${ids}${left}}`;
}

export function toNextReply({ slot, searchedUntil }: NextSlot) {
  return toSearchReply(slot && toSlotResponse(slot), searchedUntil);
}
