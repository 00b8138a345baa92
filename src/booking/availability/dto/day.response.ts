import { ApiProperty } from '@nestjs/swagger';
import type { RangeSlots } from '../availability.service';
import type { DaySlots } from '../engine';
import { formatInstant } from '../../../platform/time/instant-text';
import { SlotResponse, slotResponse } from './slot.response';

class DateResponse {
  @ApiProperty({ format: 'date', example: '2026-12-01', description: 'On the provider’s calendar' })
  date: string;

  @ApiProperty({
    example: true,
    description: 'Whether the provider works on this date, closures and time off aside',
  })
  working: boolean;
}

/** One date of GET /availability/summary. */
export class DaySummaryResponse extends DateResponse {
  @ApiProperty({ type: 'integer', example: 8, description: 'How many slots are offered' })
  slots: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-12-01T09:00:00Z',
    description: 'When the first one starts',
  })
  first: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-12-01T16:00:00Z',
    description: 'When the last one starts',
  })
  last: string | null;
}

/** One date of GET /availability/calendar. */
export class CalendarDayResponse extends DateResponse {
  @ApiProperty({ type: [SlotResponse] })
  slots: SlotResponse[];
}

/** Dates with their slots, in the shape of a calendar. */
export class CalendarResponse {
  @ApiProperty({ example: 'UTC', description: 'The provider’s' })
  timezone: string;

  @ApiProperty({ type: [CalendarDayResponse] })
  days: CalendarDayResponse[];
}

export function toSummaryResponse({ days, timeZone }: RangeSlots): DaySummaryResponse[] {
  return days.map((day) => toDaySummaryResponse(day, timeZone));
}

export function toCalendarResponse({ days, providerId, timeZone }: RangeSlots): CalendarResponse {
  return {
    timezone: timeZone,
    days: days.map(({ date, working, slots }) => {
      return { date, working, slots: slots.map((slot) => slotResponse(slot, providerId, timeZone)) };
    }),
  };
}

function toDaySummaryResponse({ date, working, slots }: DaySlots, timeZone: string): DaySummaryResponse {
  const startOf = (slot?: { start: number }) => (slot ? formatInstant(slot.start, timeZone) : null);
  return { date, working, slots: slots.length, first: startOf(slots[0]), last: startOf(slots.at(-1)) };
}
