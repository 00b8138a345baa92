import { PickType } from '@nestjs/swagger';
import { AppointmentCreate } from '../../appointments/dto/appointment-write.dto';
import { seats } from '../../availability/dto/capacity-types';
import type { FieldType } from '../../../platform/http/validation/field-type';
import { id } from '../../../platform/http/validation/number-types';
import { cleanWords, freeText, MAX_NOTES, oneOf } from '../../../platform/http/validation/text-types';
import { endOfLocalTime, localDate, localTime } from '../../../platform/http/validation/time-types';
import { Weekday, WEEKDAYS } from '../../../platform/time/weekdays';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { orNull } from '../../../platform/http/validation/shapes';

/** Body of POST /waitlist (docs/reference/waitlist.md). The customer is named as in a booking. */
export class WaitlistCreate extends InputOf(
  PickType(AppointmentCreate, ['customerId', 'name', 'email', 'phone']),
  {
    serviceId: required(id(), { example: 1 }),
    providerId: optional(orNull(id()), {
      example: 2,
      description: 'When absent, any provider who offers the service',
    }),
    locationId: optional(orNull(id()), {
      description: 'Where it is to take place; when absent, at any place',
    }),
    from: required(localDate(), {
      example: '2026-12-01',
      description: 'The first date, on the calendar of the provider who is offered',
    }),
    to: required(localDate(), {
      example: '2026-12-18',
      description: 'The last date: not past, and at most 91 days after `from`',
    }),
    timeFrom: optional(orNull(localTime()), {
      example: '09:00',
      description: 'The earliest start on the clock of the provider',
    }),
    timeTo: optional(orNull(endOfLocalTime()), {
      example: '17:00',
      description: 'The latest end; later than `timeFrom`, `24:00` is the end of the day',
    }),
    weekdays: optional(orNull(weekdays()), {
      example: WEEKDAYS.slice(0, 5),
      description: 'Only these weekdays; when absent, any of them',
    }),
    seats: optional(seats(), {
      default: 1,
      description: 'How many seats of a group session: at most the capacity of the service',
    }),
    notes: optional(orNull(freeText(MAX_NOTES)), {
      example: 'Rather early',
      description: 'The appointment gets them, too',
    }),
  },
) {}

/** Names of weekdays, at least one; Monday first once cleaned. */
function weekdays(): FieldType<Weekday[]> {
  const weekday = oneOf(WEEKDAYS);
  const names: readonly unknown[] = WEEKDAYS;
  return {
    schema: { type: 'array', items: weekday.schema, minItems: 1, maxItems: WEEKDAYS.length },
    clean: (value) =>
      Array.isArray(value) ? cleanWords(value).sort((a, b) => names.indexOf(a) - names.indexOf(b)) : value,
    fault: (value) => {
      if (!Array.isArray(value)) return 'must be a list';
      if (value.length === 0) return 'must name at least one weekday';
      return value.map((day) => weekday.fault(day)).find((fault) => fault !== undefined);
    },
  };
}
