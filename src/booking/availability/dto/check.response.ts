import { ApiProperty } from '@nestjs/swagger';
import { messageOf } from '../availability.errors';
import type { AppointmentTime } from '../availability.queries';
import { type Reason, REASONS, type Verdict } from '../engine';
import { formatInstant } from '../../../platform/time/instant-text';
import type { Interval } from '../../../platform/time/interval';
import type { CheckedSlot } from '../decisions/slot-check';
import { toSearchReply } from './search.meta';
import { SlotResponse, toSlotResponse } from './slot.response';

export class TimeResponse {
  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:00:00Z' })
  start: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:45:00Z' })
  end: string;
}

export class ConflictResponse extends TimeResponse {
  @ApiProperty({ type: 'integer', example: 7, description: 'The id of the appointment' })
  id: number;
}

/** Whether a time can be booked (docs/reference/availability.md). */
export class CheckResponse {
  @ApiProperty({ example: false })
  available: boolean;

  @ApiProperty({
    enum: [...REASONS, null],
    type: String,
    nullable: true,
    example: 'slot_taken',
    description: 'The first rule that refuses the time; null when it can be booked',
  })
  reason: Reason | null;

  @ApiProperty({
    example: 'This time is already taken',
    description: 'The reason as a sentence for a person',
  })
  message: string;

  @ApiProperty({
    type: TimeResponse,
    nullable: true,
    description: 'The requested time; null when the provider’s clock skips it',
  })
  slot: TimeResponse | null;

  @ApiProperty({ type: [ConflictResponse], description: 'The overlapping appointments, in time order' })
  conflicts: ConflictResponse[];

  @ApiProperty({
    type: [SlotResponse],
    description:
      'The next three slots after the requested time; fewer when there are no more before the horizon, or when the search stopped (`meta.searchedUntil`)',
  })
  alternatives: SlotResponse[];
}

export function toCheckReply(checked: CheckedSlot) {
  return toSearchReply(toCheckResponse(checked), checked.searchedUntil);
}

function toCheckResponse({ verdict, conflicts, alternatives, timeZone }: CheckedSlot): CheckResponse {
  return {
    available: verdict.bookable,
    reason: verdict.bookable ? null : verdict.reason,
    message: verdict.bookable ? 'This time can be booked' : messageOf(verdict.reason),
    slot: toSlot(verdict, timeZone),
    conflicts: conflicts.map((conflict) => toConflictResponse(conflict, timeZone)),
    alternatives: alternatives.map(toSlotResponse),
  };
}

function toSlot({ start, end }: Verdict, timeZone: string): TimeResponse | null {
  return start === undefined || end === undefined ? null : toTimeResponse({ start, end }, timeZone);
}

function toConflictResponse(appointment: AppointmentTime, timeZone: string): ConflictResponse {
  const { start, end } = toTimeResponse(appointment, timeZone);
  return { id: appointment.id, start, end };
}

function toTimeResponse({ start, end }: Interval, timeZone: string): TimeResponse {
  return { start: formatInstant(start, timeZone), end: formatInstant(end, timeZone) };
}
