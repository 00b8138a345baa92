import { ApiProperty } from '@nestjs/swagger';
import { WrittenReply } from '../../../platform/http/envelope/envelope';
import type { RangeSlots } from '../availability-views';
import { formatInstant } from '../../../platform/time/instant-text';
import type { ListedDay } from '../search/listed-slot';
import { SlotResponse, writeSlots } from './slot.response';

class DateResponse {
  @ApiProperty({ format: 'date', example: '2026-12-01', description: 'On the calendar of each provider' })
  date: string;

  @ApiProperty({
    example: true,
    description:
      'Whether working time is left on this date without closures and time off; with any provider, of one of them',
  })
  working: boolean;
}

/** One date of GET /availability/summary. */
export class DaySummaryResponse extends DateResponse {
  @ApiProperty({ type: 'integer', example: 8, description: 'Number of slots' })
  slots: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-12-01T09:00:00Z',
    description: 'The start of the first slot',
  })
  first: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-12-01T16:00:00Z',
    description: 'The start of the last slot',
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
  @ApiProperty({
    example: 'UTC',
    description: 'The zone of the provider; with any provider, of the business',
  })
  timezone: string;

  @ApiProperty({ type: [CalendarDayResponse] })
  days: CalendarDayResponse[];
}

export function toSummaryResponse({ days, timeZone }: RangeSlots): DaySummaryResponse[] {
  return days.map((day) => toDaySummaryResponse(day, timeZone));
}

/** A CalendarResponse, written as JSON. */
export function toCalendarReply({ days, timeZone }: RangeSlots): WrittenReply {
  let written = `{"timezone":${JSON.stringify(timeZone)},"days":[`;
  let separator = '';
  for (const { date, working, slots } of days) {
    written += `${separator}{"date":"${date}","working":${working},"slots":[`;
    written += writeSlots(slots);
    written += ']}';
    separator = ',';
  }
  return new WrittenReply(`${written}]}`);
}

function toDaySummaryResponse({ date, working, slots }: ListedDay, timeZone: string): DaySummaryResponse {
  const startOf = (slot?: { start: number }) => (slot ? formatInstant(slot.start, timeZone) : null);
  return { date, working, slots: slots.length, first: startOf(slots[0]), last: startOf(slots.at(-1)) };
}
