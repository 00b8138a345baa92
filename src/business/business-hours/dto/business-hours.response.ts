import { ApiProperty } from '@nestjs/swagger';
import { timeText } from '../../../platform/time/local-date';
import { WEEKDAYS } from '../../../platform/time/weekdays';
import type { BusinessHours } from '../business-hours.entity';

export class BusinessDayResponse {
  @ApiProperty({ enum: WEEKDAYS, example: 'monday' })
  day: string;

  @ApiProperty({ example: true })
  working: boolean;

  @ApiProperty({ type: String, nullable: true, example: '09:00', description: 'Null on a day off' })
  start: string | null;

  @ApiProperty({ type: String, nullable: true, example: '17:00', description: 'Null on a day off' })
  end: string | null;
}

/** The hours of the business (docs/reference/business.md). */
export class BusinessHoursResponse {
  @ApiProperty({ example: '09:00', description: '`HH:MM`: no provider works before' })
  workStart: string;

  @ApiProperty({ example: '17:00', description: '`HH:MM` or `24:00`: no provider works after' })
  workEnd: string;

  @ApiProperty({ example: 'UTC', description: 'IANA name of the zone of the business' })
  timezone: string;

  @ApiProperty({ type: [BusinessDayResponse], description: 'Seven days, Monday first' })
  days: BusinessDayResponse[];

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
