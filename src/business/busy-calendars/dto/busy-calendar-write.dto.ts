import { PartialType } from '@nestjs/swagger';
import { Field } from '../../../platform/http/validation/field';
import { flag } from '../../../platform/http/validation/number-types';
import { MAX_NAME, oneOf, text } from '../../../platform/http/validation/text-types';
import { calendarUrl } from '../calendar-url';
import { BUSY_IF, type BusyIf } from '../busy-if';

/** Body of POST and PUT /providers/{id}/busy-calendars (docs/reference/calendars.md, Busy calendars). */
export class BusyCalendarWrite {
  @Field(calendarUrl(), {
    example: 'https://calendar.example/ana-silva.ics',
    description: 'The iCalendar address that the other calendar publishes; `webcal://` is read as `https://`',
  })
  url: string;

  @Field(text(MAX_NAME), { optional: true, nullable: true, example: 'Clinic' })
  name?: string | null;

  @Field(flag(), {
    optional: true,
    default: true,
    description: 'false: it is not fetched and blocks nothing',
  })
  active?: boolean;

  @Field(oneOf(BUSY_IF), {
    optional: true,
    default: 'opaque',
    description:
      '`opaque`: events that are marked as free (`TRANSP:TRANSPARENT`) do not count. `all`: they do; the entries of some calendars for whole days are all marked so',
  })
  busyIf?: BusyIf;
}

/** Body of PATCH: what is present changes. */
export class BusyCalendarPatch extends PartialType(BusyCalendarWrite, { skipNullProperties: false }) {}
