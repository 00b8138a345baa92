import { MAX_EVERY_WEEKS, type Rotation } from '../../../platform/time/rotation';
import { type Weekday, WEEKDAYS } from '../../../platform/time/weekdays';
import { timeText } from '../../../platform/time/local-date';
import type { LocalStretch } from '../../../platform/time/local-stretch';
import { objects } from '../../../platform/http/validation/field';
import type { FieldType } from '../../../platform/http/validation/field-type';
import {
  answeredAs,
  AnswerOf,
  InputOf,
  optional,
  required,
  sometimes,
} from '../../../platform/http/validation/members';
import { many, orNull } from '../../../platform/http/validation/shapes';
import { cleanText } from '../../../platform/http/validation/text-types';
import { id, integer } from '../../../platform/http/validation/number-types';
import { endOfLocalTime, localDate, localTime } from '../../../platform/http/validation/time-types';
import type { StoredScheduleEntry } from '../provider.entity';

/** As JavaScript and cron count them. */
const SUNDAY_FIRST: readonly Weekday[] = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
];
const MAX_BREAKS = 20;

/** A weekday by its name, or by its number from 0 (Sunday) to 6; a name once cleaned. */
function weekday(): FieldType<Weekday> {
  return {
    // The number is described in words: generators cannot make one type of a string and a number.
    schema: { type: 'string', enum: [...WEEKDAYS] },
    clean: (value) => {
      if (typeof value === 'number') return SUNDAY_FIRST[value] ?? value;
      const name = cleanText(value);
      return typeof name === 'string' ? name.toLowerCase() : name;
    },
    fault: (value) =>
      WEEKDAYS.some((name) => name === value)
        ? undefined
        : `must be one of ${WEEKDAYS.join(', ')}, or 0 (Sunday) to 6`,
  };
}

const BREAK = {
  start: required(localTime(), { aliases: ['startTime', 'start_time'], example: '12:00' }),
  end: required(endOfLocalTime(), { aliases: ['endTime', 'end_time'], example: '12:30' }),
};

/** A break inside a schedule entry. */
export class BreakWrite extends InputOf(BREAK) {}
export class ScheduleBreakResponse extends AnswerOf(BREAK) {}

const ENTRY_ANYWHERE = {
  day: required(weekday(), {
    aliases: ['dayOfWeek', 'day_of_week', 'weekday'],
    example: 'tuesday',
    description: 'A weekday. The numbers 0 (Sunday) to 6 are accepted, too',
  }),
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
  everyWeeks: optional(orNull(integer(1, MAX_EVERY_WEEKS)), {
    default: 1,
    example: 1,
    description:
      'It holds in every so many weeks; more than 1 needs `from`, whose week (ISO 8601) is the first',
  }),
  from: optional(orNull(localDate()), { example: null, description: 'The first date on which it holds' }),
  until: optional(orNull(localDate()), { example: null, description: 'The last date on which it holds' }),
};
const ENTRY = {
  ...ENTRY_ANYWHERE,
  locationId: optional(orNull(id()), {
    example: null,
    description: 'The location where the provider is in that time, and at no other; null: at every one',
  }),
};
const ROTATION = ['everyWeeks', 'from', 'until'] as const;
const ONLY_OF_SOME = ['locationId', ...ROTATION] as const;

/** One stretch of a provider's week; several on one day are a split shift (docs/reference/business.md). */
export class ScheduleEntryWrite extends InputOf(ENTRY) {}

/** One stretch of the week of a location, like an entry of a schedule. */
export class LocationHoursWrite extends InputOf(ENTRY_ANYWHERE) {}
export class LocationHoursResponse extends AnswerOf(sometimes(ENTRY_ANYWHERE, ROTATION)) {}

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
    ...toRotation(entry),
  }));
}

function toRotation({ everyWeeks = 1, from, until }: Rotation): Partial<ScheduleEntryResponse> {
  if (from === undefined && until === undefined) return {};
  return { everyWeeks, from: from ?? null, until: until ?? null };
}

function toTimes({ startMin, endMin }: LocalStretch): { start: string; end: string } {
  return { start: timeText(startMin), end: timeText(endMin) };
}
