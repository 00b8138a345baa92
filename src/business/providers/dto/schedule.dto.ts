import { timeText } from '../../../platform/time/local-date';
import type { LocalStretch } from '../../../platform/time/local-stretch';
import { objects } from '../../../platform/http/validation/field';
import {
  answeredAs,
  AnswerOf,
  InputOf,
  optional,
  required,
  sometimes,
} from '../../../platform/http/validation/members';
import { many, orNull } from '../../../platform/http/validation/shapes';
import { id } from '../../../platform/http/validation/number-types';
import { endOfLocalTime, localTime } from '../../../platform/http/validation/time-types';
import { DAY, ROTATION, ROTATION_NAMES, toRotationResponse } from '../../rosters/roster.dto';
import type { StoredScheduleEntry } from '../provider.entity';

const MAX_BREAKS = 20;

const BREAK = {
  start: required(localTime(), { aliases: ['startTime', 'start_time'], example: '12:00' }),
  end: required(endOfLocalTime(), { aliases: ['endTime', 'end_time'], example: '12:30' }),
};

/** A break inside a schedule entry. */
export class BreakWrite extends InputOf(BREAK) {}
export class ScheduleBreakResponse extends AnswerOf(BREAK) {}

const ENTRY_ANYWHERE = {
  day: DAY,
  start: required(localTime(), { aliases: ['startTime', 'start_time'], example: '09:00' }),
  end: required(endOfLocalTime(), {
    aliases: ['endTime', 'end_time'],
    example: '17:00',
    description: 'Later than `start`; `24:00` is the end of the day',
    answer: { description: '`24:00` is the end of the day' },
  }),
  breaks: answeredAs(
    many(ScheduleBreakResponse),
    { description: 'In time order' },
    optional(orNull(objects(() => BreakWrite, MAX_BREAKS))),
  ),
  ...ROTATION,
};
const ENTRY = {
  ...ENTRY_ANYWHERE,
  locationId: optional(orNull(id('locations')), {
    example: null,
    description: 'The location where the provider is in that time, and at no other; null: at every one',
  }),
};
const ONLY_OF_SOME = ['locationId', ...ROTATION_NAMES] as const;

/** One stretch of a provider's week; several on one day are a split shift (docs/reference/business.md). */
export class ScheduleEntryWrite extends InputOf(ENTRY) {}

/** One stretch of the week of a location, like an entry of a schedule. */
export class LocationHoursWrite extends InputOf(ENTRY_ANYWHERE) {}
export class LocationHoursResponse extends AnswerOf(sometimes(ENTRY_ANYWHERE, ROTATION_NAMES)) {}

/**
 * One entry of a provider's own schedule, in the form in which it is written. Those of every week have no rotation, those of every place no
 * location.
 */
export class ScheduleEntryResponse extends AnswerOf(sometimes(ENTRY, ONLY_OF_SOME)) {}

export function toScheduleResponse(
  schedule: readonly StoredScheduleEntry[] | null,
): ScheduleEntryResponse[] | null {
  if (schedule === null) return null;
  return schedule.map((entry) => ({
    day: entry.day,
    ...toTimes(entry),
    breaks: entry.breaks.map(toTimes),
    ...(entry.locationId !== undefined && { locationId: entry.locationId }),
    ...toRotationResponse(entry),
  }));
}

function toTimes({ startMin, endMin }: LocalStretch): { start: string; end: string } {
  return { start: timeText(startMin), end: timeText(endMin) };
}
