import { ApiProperty } from '@nestjs/swagger';
import { timeText } from '../../../platform/time/local-date';
import { WEEKDAYS } from '../../../platform/time/weekdays';
import type { LocalStretch } from '../../../platform/time/local-stretch';
import type { StoredScheduleEntry } from '../provider.entity';

export class ScheduleBreakResponse {
  @ApiProperty({ example: '12:00' })
  start: string;

  @ApiProperty({ example: '12:30' })
  end: string;
}

/** One entry of a provider's own schedule, in the form in which it is written. */
export class ScheduleEntryResponse {
  @ApiProperty({ enum: WEEKDAYS, example: 'tuesday' })
  day: string;

  @ApiProperty({ example: '09:00' })
  start: string;

  @ApiProperty({ example: '17:00', description: '`24:00` is the end of the day' })
  end: string;

  @ApiProperty({ type: [ScheduleBreakResponse], description: 'In time order' })
  breaks: ScheduleBreakResponse[];
}

export function toScheduleResponse(
  schedule: readonly StoredScheduleEntry[] | null,
): ScheduleEntryResponse[] | null {
  if (schedule === null) return null;
  return schedule.map((entry) => ({ day: entry.day, ...toTimes(entry), breaks: entry.breaks.map(toTimes) }));
}

function toTimes({ startMin, endMin }: LocalStretch): { start: string; end: string } {
  return { start: timeText(startMin), end: timeText(endMin) };
}
