import { PartialType } from '@nestjs/swagger';
import { flag } from '../../../platform/http/validation/number-types';
import { MAX_NAME, oneOf, text } from '../../../platform/http/validation/text-types';
import { calendarUrl } from '../calendar-url';
import { BUSY_IF } from '../busy-if';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { orNull } from '../../../platform/http/validation/shapes';

/** Body of POST and PUT /providers/{id}/busy-calendars (docs/reference/calendars.md, Busy calendars). */
export class BusyCalendarWrite extends InputOf({
  url: required(calendarUrl(), {
    example: 'https://calendar.example/ana-silva.ics',
    description: 'The iCalendar address that the other calendar publishes; `webcal://` is read as `https://`',
  }),
  name: optional(orNull(text(MAX_NAME)), { example: 'Clinic' }),
  active: optional(flag(), { default: true, description: 'false: it is not fetched and blocks nothing' }),
  busyIf: optional(oneOf(BUSY_IF), {
    default: 'opaque',
    description:
      '`opaque`: events that are marked as free (`TRANSP:TRANSPARENT`) do not count. `all`: they do; the entries of some calendars for whole days are all marked so',
  }),
}) {}

/** Body of PATCH: what is present changes. */
export class BusyCalendarPatch extends PartialType(BusyCalendarWrite, { skipNullProperties: false }) {}
