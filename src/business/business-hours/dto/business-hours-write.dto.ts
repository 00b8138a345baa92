import { ValidateBy } from 'class-validator';
import { parseEndTime, parseTime } from '../../../platform/time/local-date';
import { Weekday, WEEKDAYS } from '../../../platform/time/weekdays';
import type { FieldType } from '../../../platform/http/validation/field-type';
import { cleanWords, oneOf } from '../../../platform/http/validation/text-types';
import { endOfLocalTime, localTime } from '../../../platform/http/validation/time-types';
import { InputOf, optional, required } from '../../../platform/http/validation/members';

/** Body of PUT and POST (docs/reference/business.md). */
export class BusinessHoursWrite extends InputOf({
  workStart: required(localTime(), { example: '09:00' }),
  workEnd: required(endOfLocalTime(), {
    example: '17:00',
    description: 'Later than `workStart`; 24:00 is midnight',
    rules: [LaterThanWorkStart()],
  }),
  days: optional(workdays(), {
    example: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
    description:
      'The weekdays worked by providers without a schedule of their own; entries as GET gives them are understood too. Left out: they stay as they are',
  }),
}) {}

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
