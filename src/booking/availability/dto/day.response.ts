import { WrittenReply } from '../../../platform/http/envelope/envelope';
import type { RangeSlots } from '../availability-views';
import { formatInstant } from '../../../platform/time/instant-text';
import type { ListedDay } from '../../diary/slots/listed-slot';
import { SlotResponse, writeSlots } from './slot.response';
import { DATE, FLAG, INSTANT, INTEGER, many, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';

class DateResponse extends AnswerOf({
  date: answered(DATE, { example: '2026-12-01', description: 'On the calendar of each provider' }),
  working: answered(FLAG, {
    example: true,
    description:
      'Whether working time is left on this date without closures and time off; with any provider, of one of them',
  }),
}) {}

/** One date of GET /availability/summary. */
export class DaySummaryResponse extends AnswerOf(DateResponse, {
  slots: answered(INTEGER, { example: 8, description: 'Number of slots' }),
  first: answered(orNull(INSTANT), {
    example: '2026-12-01T09:00:00Z',
    description: 'The start of the first slot',
  }),
  last: answered(orNull(INSTANT), {
    example: '2026-12-01T16:00:00Z',
    description: 'The start of the last slot',
  }),
}) {}

/** One date of GET /availability/calendar. */
export class CalendarDayResponse extends AnswerOf(DateResponse, {
  slots: answered(many(SlotResponse)),
}) {}

/** Dates with their slots, in the shape of a calendar. */
export class CalendarResponse extends AnswerOf({
  timezone: answered(TEXT, {
    example: 'UTC',
    description: 'The zone of the provider; with any provider, of the business',
  }),
  days: answered(many(CalendarDayResponse)),
}) {}

export function toSummaryResponse({ days, timeZone }: RangeSlots): DaySummaryResponse[] {
  return days.map((day) => toDaySummaryResponse(day, timeZone));
}

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
