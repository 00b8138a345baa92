import { timeText } from '../../../platform/time/local-date';
import { WEEKDAYS } from '../../../platform/time/weekdays';
import type { LocalStretch } from '../../../platform/time/local-stretch';
import type { StoredScheduleEntry } from '../provider.entity';
import { many, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { oneOf } from '../../../platform/http/validation/text-types';

export class ScheduleBreakResponse extends AnswerOf({
  start: answered(TEXT, { example: '12:00' }),
  end: answered(TEXT, { example: '12:30' }),
}) {}

/** One entry of a provider's own schedule, in the form in which it is written. */
export class ScheduleEntryResponse extends AnswerOf({
  day: answered(oneOf(WEEKDAYS), { example: 'tuesday' }),
  start: answered(TEXT, { example: '09:00' }),
  end: answered(TEXT, { example: '17:00', description: '`24:00` is the end of the day' }),
  breaks: answered(many(ScheduleBreakResponse), { description: 'In time order' }),
}) {}

export function toScheduleResponse(
  schedule: readonly StoredScheduleEntry[] | null,
): ScheduleEntryResponse[] | null {
  if (schedule === null) return null;
  return schedule.map((entry) => ({ day: entry.day, ...toTimes(entry), breaks: entry.breaks.map(toTimes) }));
}

function toTimes({ startMin, endMin }: LocalStretch): { start: string; end: string } {
  return { start: timeText(startMin), end: timeText(endMin) };
}
