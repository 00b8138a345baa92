import { flag, id } from '../../../platform/http/validation/number-types';
import { oneOf, text } from '../../../platform/http/validation/text-types';
import { endOfLocalTime, localDate, localTime } from '../../../platform/http/validation/time-types';
import { APPOINTMENT_MEMBERS } from '../../appointments/dto/appointment.dto';
import { BOOKING_MEMBERS, FROM_ATTENDEES } from '../../appointments/dto/booking.dto';
import { InputOf, only, optional, optionally, required } from '../../../platform/http/validation/members';
import { FROM_CHOOSERS, providerMembers } from '../../availability/dto/any-provider';
import { listOf } from '../../../platform/http/validation/field';

/** What happens to the other occurrences when one cannot be booked. */
export const ON_CONFLICT = ['fail', 'skip'] as const;
export type OnConflict = (typeof ON_CONFLICT)[number];

const MAX_RULE = 500;
const MAX_EXDATES = 200;

/** Body of POST /series (docs/reference/series.md). The customer is named as in a booking. */
export class SeriesCreate extends InputOf({
  ...BOOKING_MEMBERS,
  ...providerMembers(),
  serviceId: required(id('services'), { example: 1 }),
  date: required(localDate(), {
    example: '2026-12-01',
    description: 'The first occurrence, on the provider’s calendar',
  }),
  start: required(localTime(), {
    example: '15:00',
    description: 'Of every occurrence, on the provider’s clock, which may change in between',
  }),
  end: optional(endOfLocalTime(), {
    example: '15:45',
    description: 'Of every occurrence, on its date. Left out: the duration of the service',
  }),
  rrule: required(text(MAX_RULE), {
    example: 'FREQ=WEEKLY;COUNT=3',
    description:
      'When it recurs: an RFC 5545 value of `FREQ` (`DAILY`, `WEEKLY` or `MONTHLY`), `INTERVAL`, `BYDAY`, `BYMONTHDAY`, `WKST`, and either `COUNT` or `UNTIL`. At most 200 occurrences within two years, the first of them on `date`',
  }),
  exdates: optional(listOf(localDate(), MAX_EXDATES), {
    default: [],
    example: [],
    description: 'Dates of the rule on which it does not take place. They count towards `COUNT`',
  }),
  onConflict: optional(oneOf(ON_CONFLICT), {
    default: 'fail',
    description:
      'When an occurrence cannot be had: book none (`fail`), or book the others and list it in `skipped` (`skip`)',
  }),
  dryRun: optional(flag(), { default: false, description: 'Answer what would be booked, and write nothing' }),
}) {
  static readonly fromPages: readonly (keyof SeriesCreate)[] = [
    ...FROM_ATTENDEES,
    ...FROM_CHOOSERS,
    ...(['answers', 'rrule', 'exdates', 'onConflict', 'dryRun'] as const),
  ];
}

/** Body of PATCH /series/{id}: the members that are present change. */
export class SeriesPatch extends InputOf({
  ...optionally(
    only(APPOINTMENT_MEMBERS, [
      'providerId',
      'serviceId',
      'locationId',
      'notes',
      'answers',
      'status',
      'cancelledBy',
      'cancelReason',
      'notify',
    ]),
  ),
  start: optional(localTime(), {
    example: '16:00',
    description: 'Of the day, on the clock of the provider; each occurrence keeps its date',
  }),
  fromAppointmentId: optional(id('occurrences'), {
    example: 2,
    description: 'Change only this occurrence and those after it. Left out: all that are still to come',
  }),
  onConflict: optional(oneOf(ON_CONFLICT), {
    default: 'fail',
    description:
      'When an occurrence cannot be changed: change none (`fail`), or leave it as it is and list it in `skipped` (`skip`)',
  }),
  dryRun: optional(flag(), {
    default: false,
    description: 'Answer what would be changed, and write nothing',
  }),
}) {}
