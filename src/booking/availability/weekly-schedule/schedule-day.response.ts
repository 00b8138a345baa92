import { WEEKDAYS } from '../../../platform/time/weekdays';
import type { LocalStretch } from '../../../platform/time/local-stretch';
import { timeText } from '../../../platform/time/local-date';
import { isSameZone } from '../../../platform/time/zones/time-zone';
import { Reply } from '../../../platform/http/envelope/envelope';
import { type ScheduleDay, weekOf } from './weekly-schedule';
import { placeHoursOf, placeZonesOf, withHours } from '../../diary/snapshot/weekly-hours-cache';
import type { WeeklyPattern } from './weekly-schedule.queries';
import { FLAG, many, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf, sometimesAnswered } from '../../../platform/http/validation/members';
import { oneOf } from '../../../platform/http/validation/text-types';

const SOURCES = ['provider', 'business'] as const;

/** A break in a working day, on the provider's clock. */
export class ScheduleBreakResponse extends AnswerOf({
  start: answered(TEXT, { example: '12:00' }),
  end: answered(TEXT, { example: '12:30' }),
}) {}

/** A weekday of a provider, on the provider's clock (docs/reference/availability.md). */
export class ScheduleDayResponse extends AnswerOf({
  day: answered(oneOf(WEEKDAYS), { example: 'monday' }),
  working: answered(FLAG, { example: true }),
  start: answered(orNull(TEXT), { example: '09:00', description: 'null on a day off' }),
  end: answered(orNull(TEXT), { example: '17:00', description: '`24:00` is the end of the day' }),
  breaks: answered(many(ScheduleBreakResponse), { description: 'Includes the gap of a split shift' }),
  source: answered(oneOf(SOURCES), {
    example: 'provider',
    description: 'Whether the hours are the provider’s own or the business’s',
  }),
  timezone: sometimesAnswered(TEXT, {
    example: 'Europe/Lisbon',
    description: 'The zone of the place of these hours. Only where it is another than `meta.timezone`',
  }),
}) {}

export function toScheduleReply({
  schedule,
  business,
  places,
  timeZone,
  day,
}: WeeklyPattern): Reply<ScheduleDayResponse[], { readonly timezone: string }> {
  const rows = places ?? [];
  const ofPlaces = { hours: placeHoursOf(withHours(rows)), zones: placeZonesOf(rows) };
  const week = weekOf(schedule, business, ofPlaces, day);
  return new Reply(
    week.map((each) => toScheduleDayResponse(each, timeZone)),
    { timezone: timeZone },
  );
}

function toScheduleDayResponse(
  { day, hours, breaks, source, timeZone }: ScheduleDay,
  own: string,
): ScheduleDayResponse {
  return {
    day,
    working: hours !== undefined,
    start: hours === undefined ? null : timeText(hours.startMin),
    end: hours === undefined ? null : timeText(hours.endMin),
    breaks: breaks.map(toBreak),
    source,
    ...(timeZone !== undefined && !isSameZone(timeZone, own) && { timezone: timeZone }),
  };
}

function toBreak({ startMin, endMin }: LocalStretch): ScheduleBreakResponse {
  return { start: timeText(startMin), end: timeText(endMin) };
}

export const SCHEDULE_META = { timezone: { type: 'string', example: 'Europe/Berlin' } };
