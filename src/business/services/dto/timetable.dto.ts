import { timeText } from '../../../platform/time/local-date';
import { objects } from '../../../platform/http/validation/field';
import {
  answeredAs,
  AnswerOf,
  InputOf,
  optional,
  required,
  sometimes,
} from '../../../platform/http/validation/members';
import { id } from '../../../platform/http/validation/number-types';
import { many, orNull } from '../../../platform/http/validation/shapes';
import { oneOf } from '../../../platform/http/validation/text-types';
import { localTime } from '../../../platform/http/validation/time-types';
import { DAY, ROTATION, ROTATION_NAMES, toRotationResponse } from '../../rosters/roster.dto';
import { STARTS_AT, type TimetableEntry } from '../service.entity';

const MAX_ENTRIES = 100;

const ENTRY = {
  day: DAY,
  start: required(localTime(), { aliases: ['startTime', 'start_time'], example: '18:00' }),
  providerId: required(id('providers'), { example: 2, description: 'Who gives the class' }),
  locationId: optional(orNull(id('locations')), {
    example: null,
    description: 'The location of the class; null: none is named',
  }),
  ...ROTATION,
};
const ONLY_OF_SOME = ['locationId', ...ROTATION_NAMES] as const;

/** A class that comes every week, or every so many weeks (docs/reference/business.md, Timetables). */
export class TimetableEntryWrite extends InputOf(ENTRY) {}

/** In the form in which it is written. A class of every week has no rotation, one at no named place no location. */
export class TimetableEntryResponse extends AnswerOf(sometimes(ENTRY, ONLY_OF_SOME)) {}

/** Members of a service. */
export const STARTS = optional(oneOf(STARTS_AT), {
  default: 'interval',
  description:
    'Where it starts: at every `slotIntervalMin` of the working hours, and whenever it fits (`interval`); or at the starts of `timetable` alone (`schedule`)',
});

const DESCRIPTION = 'The classes of a service that starts at its schedule, Monday first';
export const TIMETABLE = answeredAs(
  many(TimetableEntryResponse),
  { example: [], description: DESCRIPTION },
  optional(
    objects(() => TimetableEntryWrite, MAX_ENTRIES),
    {
      example: [],
      description: `${DESCRIPTION}. Without \`startsAt: "schedule"\` they are kept and mean nothing. Left out: it stays as it is`,
    },
  ),
);

export function toTimetableEntryResponse(entry: TimetableEntry): TimetableEntryResponse {
  const { day, startMin, providerId, locationId } = entry;
  return {
    day,
    start: timeText(startMin),
    providerId,
    ...(locationId !== undefined && { locationId }),
    ...toRotationResponse(entry),
  };
}
