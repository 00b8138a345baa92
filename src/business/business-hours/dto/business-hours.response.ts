import { timeText } from '../../../platform/time/local-date';
import { WEEKDAYS } from '../../../platform/time/weekdays';
import type { BusinessHours } from '../business-hours.entity';
import { oneOf } from '../../../platform/http/validation/text-types';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { FLAG, many, orNull, TEXT } from '../../../platform/http/validation/shapes';

export class BusinessDayResponse extends AnswerOf({
  day: answered(oneOf(WEEKDAYS), { example: 'monday' }),
  working: answered(FLAG, { example: true }),
  start: answered(orNull(TEXT), { example: '09:00', description: 'Null on a day off' }),
  end: answered(orNull(TEXT), { example: '17:00', description: 'Null on a day off' }),
}) {}

/** The hours of the business (docs/reference/business.md). */
export class BusinessHoursResponse extends AnswerOf({
  workStart: answered(TEXT, { example: '09:00', description: '`HH:MM`: no provider works before' }),
  workEnd: answered(TEXT, { example: '17:00', description: '`HH:MM` or `24:00`: no provider works after' }),
  timezone: answered(TEXT, { example: 'UTC', description: 'IANA name of the zone of the business' }),
  days: answered(many(BusinessDayResponse), { description: 'Seven days, Monday first' }),
}) {
  static readonly of = toBusinessHoursResponse;
}

export function toBusinessHoursResponse(hours: BusinessHours, timezone: string): BusinessHoursResponse {
  const [start, end] = [timeText(hours.workStartMin), timeText(hours.workEndMin)];
  return {
    workStart: start,
    workEnd: end,
    timezone,
    days: WEEKDAYS.map((day) =>
      hours.days.includes(day)
        ? { day, working: true, start, end }
        : { day, working: false, start: null, end: null },
    ),
  };
}
