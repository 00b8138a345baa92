import { openQuestions } from '../../answers/answers';
import { ANSWERS, OPEN_QUESTIONS } from '../../answers/answers.dto';
import { hidden } from '../../../platform/http/hiding/hidden-members';
import { ignoresDate } from '../../diary/decisions/candidate';
import { MAX_RESOURCES, seats } from '../../availability/dto/capacity-types';
import { AppointmentResource } from '../../diary/claims/dto/appointment-resource.response';
import { listOf } from '../../../platform/http/validation/field';
import {
  answered,
  answeredAs,
  AnswerOf,
  required,
  unanswered,
} from '../../../platform/http/validation/members';
import { flag, id, price } from '../../../platform/http/validation/number-types';
import { INSTANT, INTEGER, many, orNull, several, TEXT } from '../../../platform/http/validation/shapes';
import { freeText, MAX_NOTES, oneOf } from '../../../platform/http/validation/text-types';
import { endTime, localDate, startTime } from '../../../platform/http/validation/time-types';
import { inKeyOrder } from '../../../platform/metadata/metadata';
import { METADATA } from '../../../platform/metadata/metadata-fields';
import { formatInstant } from '../../../platform/time/instant-text';
import { shownBookedStart } from '../../booked-start';
import { PAYMENT_STATUSES, STATUSES } from '../../appointment-status';
import { ATTENDEE_MEMBERS } from './attendee.dto';
import { linkOf, type ToldAppointment } from '../../diary/rows/appointment-row';
import { OUTCOME, shownOutcome } from './outcome.dto';
import { MANAGE_URL } from '../../links/manage-url.dto';
import { type Links, shownLink } from '../../../platform/http/envelope/links';
import { extended } from '../../../platform/values/quick-objects';

/** The members of an appointment. A change may set those of bodies, in camelCase or snake_case (docs/reference/booking.md). */
export const APPOINTMENT_MEMBERS = {
  id: answered(INTEGER, { example: 1 }),
  date: unanswered(
    required(localDate(), {
      freeForm: true,
      example: '2026-12-08',
      ignoredIf: ignoresDate,
      description:
        'On the provider’s calendar; without `start`, the time is kept. Beside an instant as `start` it is ignored (`meta.ignored`)',
    }),
  ),
  start: answeredAs(
    INSTANT,
    { example: '2026-12-01T09:00:00Z' },
    required(startTime(), {
      freeForm: true,
      aliases: ['startTime', 'start_time'],
      example: '10:30',
      description: '`HH:MM` (without `date`, the date is kept), or an instant (RFC 3339)',
    }),
  ),
  end: answeredAs(
    INSTANT,
    { example: '2026-12-01T09:45:00Z' },
    required(endTime(), {
      freeForm: true,
      aliases: ['endTime', 'end_time'],
      description:
        'After the start: an instant (RFC 3339), or `HH:MM` on the same date. Left out: the duration is kept, or a new service brings its own',
    }),
  ),
  localStart: answered(TEXT, {
    example: '2026-12-01T09:00',
    description: 'The wall clock in `timezone` at which it was booked, or to which it was moved',
  }),
  timezone: answered(TEXT, {
    example: 'UTC',
    description: 'The zone of the provider when it was booked or moved (an IANA name)',
  }),
  providerId: required(id('providers'), { freeForm: true, example: 2 }),
  serviceId: required(id('services'), { freeForm: true, example: 1 }),
  customerId: answeredAs(
    orNull(INTEGER),
    {
      example: 1,
      description:
        'Null in the answer to a browser key, and to a narrowed key that does not see the customer',
    },
    required(id('customers'), { freeForm: true, example: 1 }),
  ),
  locationId: required(orNull(id('locations')), { freeForm: true, example: null }),
  status: required(oneOf(STATUSES), { freeForm: true, example: 'confirmed' }),
  ...OUTCOME,
  expiresAt: answered(orNull(INSTANT), {
    example: null,
    description: 'When it is cancelled unless it is confirmed by then; null: it does not end by itself',
  }),
  payment_status: hidden(
    'payments',
    required(oneOf(PAYMENT_STATUSES), {
      aliases: ['paymentStatus'],
      example: 'paid',
      answer: { example: 'none' },
    }),
  ),
  price: hidden(
    'payments',
    required(orNull(price()), {
      example: 38.5,
      description: 'A new service brings its own. Null: none',
      answer: {
        description: 'That of the service when it was booked, or what a booking or a change gave; null: none',
      },
    }),
  ),
  notes: required(orNull(freeText(MAX_NOTES)), {
    example: 'Prefers the window seat',
    answer: { example: 'First visit' },
  }),
  seats: required(seats(), {
    freeForm: true,
    example: 1,
    description: 'At most the capacity of the service',
    answer: { description: 'How many seats of a group session it takes' },
  }),
  resourceIds: unanswered(
    required(listOf(id('resources'), MAX_RESOURCES), {
      freeForm: true,
      example: [],
      description: 'The resources to take, just as many of each kind as the service needs',
    }),
  ),
  resources: answered(many(AppointmentResource), {
    description: 'The rooms and other resources that it takes',
  }),
  team: answered(several(INTEGER), {
    example: [],
    description: 'The ids of the providers who help, ascending; empty unless the service needs a team',
  }),
  ignoreSchedule: unanswered(
    required(flag(), {
      freeForm: true,
      description:
        'Skip past, notice, horizon, closures, time off, hours and timetables; never what is taken',
    }),
  ),
  notify: unanswered(
    required(flag(), {
      freeForm: true,
      description: '`false`: this write sends no message; reminders still come. Left out: true',
    }),
  ),
  seriesId: answered(orNull(INTEGER), {
    example: null,
    description: 'The series that it is an occurrence of',
  }),
  visitId: answered(orNull(INTEGER), { example: null, description: 'The visit that it is a part of' }),
  customerName: answered(TEXT, { example: 'Mia Keller' }),
  ...ATTENDEE_MEMBERS,
  serviceName: answered(TEXT, { example: 'Haircut' }),
  providerName: answered(TEXT, { example: 'Ana Silva' }),
  answers: hidden('contacts', ANSWERS),
  openQuestions: OPEN_QUESTIONS,
  metadata: METADATA,
  createdAt: answered(INSTANT, { example: '2026-11-20T14:05:11Z' }),
  updatedAt: answered(INSTANT, { example: '2026-11-20T14:05:11Z' }),
  manageUrl: MANAGE_URL,
};

/** An appointment (docs/reference/appointments.md). Instants carry the offset of the provider's zone. */
export class AppointmentResponse extends AnswerOf(APPOINTMENT_MEMBERS) {
  static readonly of = toAppointmentResponse;
}

export function toAppointmentResponse(
  row: ToldAppointment,
  businessZone: string,
  links?: Links,
): AppointmentResponse {
  const manageUrl = row.isGuest === true ? null : shownLink(links, linkOf(row));
  return extended(toUnlinkedAppointment(row, businessZone), { manageUrl });
}

/** As events and exports show it: who reads them must not be able to change what the customer has booked. */
export function toUnlinkedAppointment(
  row: ToldAppointment,
  businessZone: string,
): Omit<AppointmentResponse, 'manageUrl'> {
  const zone = row.timeZone ?? businessZone;
  return {
    id: row.id,
    providerId: row.providerId,
    serviceId: row.serviceId,
    customerId: row.customerId,
    start: formatInstant(row.start, zone),
    end: formatInstant(row.end, zone),
    ...shownBookedStart(row, zone),
    status: row.status,
    ...shownOutcome(row, zone),
    expiresAt: row.expiresAt === null ? null : formatInstant(row.expiresAt, zone),
    payment_status: row.paymentStatus,
    price: row.price,
    notes: row.notes,
    locationId: row.locationId,
    seats: row.seats,
    resources: row.resources,
    team: row.team,
    seriesId: row.seriesId,
    visitId: row.visitId,
    customerName: row.customerName,
    attendeeName: row.attendeeName,
    attendeePhone: row.attendeePhone,
    attendeeLanguage: row.attendeeLanguage,
    attendeeTimezone: row.attendeeTimezone,
    serviceName: row.serviceName,
    providerName: row.providerName,
    answers: inKeyOrder(row.answers),
    openQuestions: openQuestions(row.requiredKeys, row.answers),
    metadata: inKeyOrder(row.metadata),
    createdAt: formatInstant(row.createdAt, zone),
    updatedAt: formatInstant(row.updatedAt, zone),
  };
}
