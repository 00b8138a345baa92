import { ApiProperty } from '@nestjs/swagger';
import type { Slot } from '../engine';
import { formatInstant } from '../../../platform/time/instant-text';
import type { OfferedSlot } from '../offered-slot';

/** An offered start and end (decisions, section 7, "slot"). */
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
    description: 'Of `anyProvider`: everyone who could take it, ascending',
  })
  providerIds?: number[];
}

/** Made for each of the hundreds of slots of a calendar: member by member, as a spread takes several times as long. */
export function slotResponse(
  { start, end, date, time }: Slot,
  providerId: number,
  timeZone: string,
): SlotResponse {
  return { start: formatInstant(start, timeZone), end: formatInstant(end, timeZone), date, time, providerId };
}

export function toSlotResponse(slot: OfferedSlot): SlotResponse {
  const response = slotResponse(slot, slot.providerId, slot.timeZone);
  if (slot.providerIds !== undefined) response.providerIds = [...slot.providerIds];
  return response;
}

export function toNextResponse(slot: OfferedSlot | null): SlotResponse | null {
  return slot && toSlotResponse(slot);
}
