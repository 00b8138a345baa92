import { ApiProperty } from '@nestjs/swagger';
import { timeText } from '../../../platform/time/local-date';
import type { SpecialHours } from '../special-hours.entity';

export class SpecialStretchResponse {
  @ApiProperty({ example: '10:00' })
  start: string;

  @ApiProperty({ example: '16:00', description: '`24:00` is the end of the day' })
  end: string;
}

/** The hours of one date that differ from the ordinary week (docs/reference/business.md). */
export class SpecialHoursResponse {
  @ApiProperty({ format: 'date', example: '2026-12-20' })
  date: string;

  @ApiProperty({ type: [SpecialStretchResponse], description: 'In time order; empty on a day off' })
  hours: SpecialStretchResponse[];

  @ApiProperty({ type: String, nullable: true, example: 'Christmas shopping' })
  note: string | null;

  static readonly of = toSpecialHoursResponse;
}

/** The answer to a DELETE. */
export class DeletedSpecialHoursResponse {
  @ApiProperty({ format: 'date', example: '2026-12-20' })
  date: string;

  @ApiProperty({ enum: [true], type: Boolean, example: true })
  deleted: true;

  static readonly of = ({ onDate }: SpecialHours): DeletedSpecialHoursResponse => ({
    date: onDate,
    deleted: true,
  });
}

export function toSpecialHoursResponse({ onDate, hours, note }: SpecialHours): SpecialHoursResponse {
  return {
    date: onDate,
    hours: hours.map(({ startMin, endMin }) => ({ start: timeText(startMin), end: timeText(endMin) })),
    note,
  };
}
