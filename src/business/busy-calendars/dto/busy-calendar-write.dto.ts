import { PartialType } from '@nestjs/swagger';
import { Field } from '../../../platform/http/validation/field';
import { flag } from '../../../platform/http/validation/number-types';
import { MAX_NAME, text } from '../../../platform/http/validation/text-types';
import { calendarUrl } from '../calendar-url';

/** Body of POST and PUT /providers/{id}/busy-calendars (docs/interface.md, Busy calendars). */
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
}

/** Body of PATCH: what is present changes. */
export class BusyCalendarPatch extends PartialType(BusyCalendarWrite, { skipNullProperties: false }) {}
