import { Reply } from '../../../platform/http/envelope/envelope';
import { answered, AnswerOf, sometimesAnswered } from '../../../platform/http/validation/members';
import { DATE, INTEGER, many, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { oneOf } from '../../../platform/http/validation/text-types';
import { timeText } from '../../../platform/time/local-date';
import { isSameZone } from '../../../platform/time/zones/time-zone';
import { HOURS_SOURCES, type WorkingDay } from './working-days';
import type { WorkingHours } from './working-hours.queries';

/** A stretch of working time, on the provider's clock. */
export class WorkingStretchResponse extends AnswerOf({
  start: answered(TEXT, { example: '09:00' }),
  end: answered(TEXT, { example: '12:30', description: '`24:00` is the end of the day' }),
  locationId: answered(orNull(INTEGER), {
    example: null,
    description: 'Where the provider is in that time; null: at every place',
  }),
}) {}

/** A date of GET /providers/{id}/working-hours (docs/reference/business.md). */
export class WorkingDayResponse extends AnswerOf({
  date: answered(DATE, { example: '2026-12-01' }),
  hours: answered(many(WorkingStretchResponse), { description: 'In time order; empty on a day off' }),
  source: answered(oneOf(HOURS_SOURCES), {
    example: 'schedule',
    description:
      'Whose hours they are: special hours of the provider or of the business, the provider’s schedule, or the business’s hours',
  }),
  timezone: sometimesAnswered(TEXT, {
    example: 'Europe/Lisbon',
    description: 'The zone of the place of these hours. Only where it is another than `meta.timezone`',
  }),
}) {}

interface WorkingHoursMeta {
  readonly from: string | null;
  readonly to: string | null;
  readonly timezone: string;
  readonly total: number;
}

export const WORKING_HOURS_META = {
  from: { type: 'string', format: 'date', example: '2026-12-01' },
  to: { type: 'string', format: 'date', example: '2026-12-31' },
  timezone: { type: 'string', example: 'Europe/Berlin' },
  total: { type: 'integer', example: 31, description: 'How many dates' },
} as const;

export function toWorkingHoursReply({
  days,
  timeZone,
}: WorkingHours): Reply<WorkingDayResponse[], WorkingHoursMeta> {
  return new Reply(
    days.map((day) => toWorkingDayResponse(day, timeZone)),
    {
      from: days[0]?.date ?? null,
      to: days.at(-1)?.date ?? null,
      timezone: timeZone,
      total: days.length,
    },
  );
}

function toWorkingDayResponse(
  { date, hours, source, timeZone }: WorkingDay,
  own: string,
): WorkingDayResponse {
  const stretches = hours.map(({ startMin, endMin, locationId = null }) => {
    return { start: timeText(startMin), end: timeText(endMin), locationId };
  });
  return { date, hours: stretches, source, ...(!isSameZone(timeZone, own) && { timezone: timeZone }) };
}
