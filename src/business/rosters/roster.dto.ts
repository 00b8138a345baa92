import { type Weekday, WEEKDAYS } from '../../platform/time/weekdays';
import { MAX_EVERY_WEEKS, type Rotation } from '../../platform/time/rotation';
import type { FieldType } from '../../platform/http/validation/field-type';
import { optional, required } from '../../platform/http/validation/members';
import { integer } from '../../platform/http/validation/number-types';
import { orNull } from '../../platform/http/validation/shapes';
import { cleanText } from '../../platform/http/validation/text-types';
import { localDate } from '../../platform/http/validation/time-types';

/** As JavaScript and cron count them. */
const SUNDAY_FIRST: readonly Weekday[] = ['sunday', ...WEEKDAYS.slice(0, -1)];

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

/** The day of an entry that comes every week, or every so many weeks. */
export const DAY = required(weekday(), {
  aliases: ['dayOfWeek', 'day_of_week', 'weekday'],
  example: 'tuesday',
  description: 'A weekday. The numbers 0 (Sunday) to 6 are accepted, too',
});

/** The weeks in which an entry holds. Answers leave them out for an entry of every week. */
export const ROTATION = {
  everyWeeks: optional(orNull(integer(1, MAX_EVERY_WEEKS)), {
    default: 1,
    example: 1,
    description:
      'It holds in every so many weeks; more than 1 needs `from`, whose week (ISO 8601) is the first',
  }),
  from: optional(orNull(localDate()), { example: null, description: 'The first date on which it holds' }),
  until: optional(orNull(localDate()), { example: null, description: 'The last date on which it holds' }),
};
export const ROTATION_NAMES = ['everyWeeks', 'from', 'until'] as const;

export function toRotationResponse({ everyWeeks = 1, from, until }: Rotation): {
  everyWeeks?: number;
  from?: string | null;
  until?: string | null;
} {
  if (from === undefined && until === undefined) return {};
  return { everyWeeks, from: from ?? null, until: until ?? null };
}
