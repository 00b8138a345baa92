import { ValidateBy } from 'class-validator';
import type { FieldType } from '../../../platform/http/validation/field-type';
import type { Warned } from '../../../platform/http/envelope/warnings';
import {
  answered,
  answeredAs,
  AnswerOf,
  InputOf,
  optional,
  required,
} from '../../../platform/http/validation/members';
import { FLAG, many, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { cleanWords, oneOf } from '../../../platform/http/validation/text-types';
import { endOfLocalTime, localTime } from '../../../platform/http/validation/time-types';
import { parseEndTime, parseTime, timeText } from '../../../platform/time/local-date';
import { type Weekday, WEEKDAYS } from '../../../platform/time/weekdays';
import type { BusinessHours } from '../business-hours.entity';

export class BusinessDayResponse extends AnswerOf({
  day: answered(oneOf(WEEKDAYS), { example: 'monday' }),
  working: answered(FLAG, { example: true }),
  start: answered(orNull(TEXT), { example: '09:00', description: 'Null on a day off' }),
  end: answered(orNull(TEXT), { example: '17:00', description: 'Null on a day off' }),
}) {}

const MEMBERS = {
  workStart: required(localTime(), {
    example: '09:00',
    answer: { description: '`HH:MM`: no provider works before' },
  }),
  workEnd: required(endOfLocalTime(), {
    example: '17:00',
    description: 'Later than `workStart`; 24:00 is midnight',
    rules: [LaterThanWorkStart()],
    answer: { description: '`HH:MM` or `24:00`: no provider works after' },
  }),
  timezone: answered(TEXT, { example: 'UTC', description: 'IANA name of the zone of the business' }),
  days: answeredAs(
    many(BusinessDayResponse),
    { example: undefined, description: 'Seven days, Monday first' },
    optional(workdays(), {
      example: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      description:
        'The weekdays worked by providers without a schedule of their own; entries as GET gives them are understood too. Left out: they stay as they are',
    }),
  ),
};

/** Body of PUT and POST (docs/reference/business.md). */
export class BusinessHoursWrite extends InputOf(MEMBERS) {}

export class BusinessHoursResponse extends AnswerOf(MEMBERS) {
  static readonly of = toBusinessHoursResponse;

  static readonly warned = (row: Warned): Warned => row;
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

/** Names of weekdays, or the days as GET gives them (`{day, working}`), so that what was read can be written back. */
function workdays(): FieldType<Weekday[]> {
  const weekday = oneOf(WEEKDAYS);
  return {
    schema: { type: 'array', items: weekday.schema, minItems: 1 },
    clean: (value) => (Array.isArray(value) ? cleanWords(value.flatMap(namesIn)) : value),
    fault: (value) => {
      if (!Array.isArray(value)) return 'must be a list';
      if (value.length === 0) return 'must name at least one weekday';
      return value.map((day) => weekday.fault(day)).find((fault) => fault !== undefined);
    },
  };
}

function namesIn(entry: unknown): unknown[] {
  if (typeof entry !== 'object' || entry === null || !('day' in entry)) return [entry];
  return 'working' in entry && entry.working === false ? [] : [entry.day];
}

/** Silent where either is not well-formed: that has a message of its own. */
function LaterThanWorkStart(): PropertyDecorator {
  return ValidateBy({
    name: 'laterThanWorkStart',
    validator: {
      validate: (workEnd, args) => {
        const { workStart } = args?.object as BusinessHoursWrite;
        const start = typeof workStart === 'string' ? parseTime(workStart) : undefined;
        const end = typeof workEnd === 'string' ? parseEndTime(workEnd) : undefined;
        return start === undefined || end === undefined || start < end;
      },
      defaultMessage: () => 'must be later than workStart',
    },
  });
}
