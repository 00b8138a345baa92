import { ANSWERS } from '../../answers/answers.dto';
import { hidden } from '../../../platform/http/hiding/hidden-members';
import { needsDate, startDate } from '../../availability/dto/start-date';
import { AMONG_ANY, anyMembers, FROM_CHOOSERS } from '../../availability/dto/any-provider';
import { isNotOfAny, type ProviderRequest } from '../../diary/decisions/provider-request';
import { bookedSeats, chosenDuration, MAX_RESOURCES } from '../../availability/dto/capacity-types';
import { flag, id, price } from '../../../platform/http/validation/number-types';
import {
  email,
  freeText,
  MAX_NAME,
  MAX_NOTES,
  oneOf,
  phone,
  text,
  uuid,
} from '../../../platform/http/validation/text-types';
import { language } from '../../../platform/http/validation/language-type';
import { endTime, startTime, timeZone } from '../../../platform/http/validation/time-types';
import { BOOKED_AS } from '../../appointment-status';
import { answeredAs, InputOf, optional, unanswered } from '../../../platform/http/validation/members';
import { PENDING_MIN } from '../../../business/services/dto/service.dto';
import { listOf } from '../../../platform/http/validation/field';
import { METADATA } from '../../../platform/metadata/metadata-fields';
import { INTEGER, orNull } from '../../../platform/http/validation/shapes';

/**
 * The members of every booking: of an appointment, a series and, of those that they name, a visit and an entry of the waitlist. The
 * customer is named by id, or by name and e-mail address.
 */
export const BOOKING_MEMBERS = {
  customerId: answeredAs(
    orNull(INTEGER),
    { example: 1, description: 'Null in the answer to a browser key' },
    optional(id('customers'), {
      description:
        'A known customer. Then `name` and `email` may be left out: a customer may have no e-mail address',
    }),
  ),
  name: unanswered(
    optional(text(MAX_NAME), {
      example: 'Mia Keller',
      description:
        'Required without `customerId`. Where it differs from the name of a stored customer, the appointment keeps it as `attendeeName`',
      neededIf: isWithoutCustomer,
    }),
  ),
  email: unanswered(
    optional(orNull(email()), {
      example: 'mia.keller@example.com',
      description:
        'Required without `customerId`. Finds the customer, or creates one. null: the guest has none, and is found by `phone` and `name`. Browser keys need an address',
      neededIf: isWithoutCustomer,
    }),
  ),
  phone: unanswered(
    optional(orNull(phone()), {
      example: '+49 30 901820',
      description:
        'Stored where the customer has no phone. Where it differs, the appointment keeps it as `attendeePhone`',
    }),
  ),
  attendeeLanguage: optional(orNull(language()), {
    example: 'de',
    description:
      'A language tag (BCP 47): in which messages about it are written. Kept where it differs from the customer’s `language`, which stays. null or left out: that one',
  }),
  attendeeTimezone: optional(orNull(timeZone()), {
    example: 'Europe/Lisbon',
    description:
      'IANA name: the clock of the person who comes, which messages show where it differs from that of the place. Kept where it differs from the customer’s `timezone`. null or left out: that one',
  }),
  durationMin: chosenDuration(),
  status: optional(oneOf(BOOKED_AS), { default: 'confirmed' }),
  expiresInMin: unanswered(
    optional(orNull(PENDING_MIN), {
      description:
        'With the status `pending`: after how many minutes the appointment is cancelled unless it is confirmed. Left out: `pendingMin` of the service. Null: never',
    }),
  ),
  notes: optional(orNull(freeText(MAX_NOTES)), { example: 'First visit' }),
  price: hidden(
    'payments',
    optional(orNull(price()), { description: 'Left out: the price in force. Null: none' }),
  ),
  locationId: optional(orNull(id('locations')), {
    description: 'Where it takes place. null or left out: where the hours of the provider say',
    answer: { description: 'Where it takes place' },
    impliedIf: (body: { readonly holdId?: string }) => !isWithoutHold(body),
  }),
  seats: bookedSeats(),
  resourceIds: unanswered(
    optional(listOf(id('resources'), MAX_RESOURCES), {
      description:
        'The resources to take, just as many of each kind as the service needs. Left out: free ones are chosen, lowest ids first',
    }),
  ),
  ignoreSchedule: unanswered(
    optional(flag(), {
      default: false,
      description:
        'Skip past, notice, horizon, closures, time off, hours and timetables, for a walk-in entered afterwards; never what is taken',
    }),
  ),
  notify: unanswered(
    optional(flag(), {
      default: true,
      description: '`false`: this write sends no message; reminders still come',
    }),
  ),
  answers: ANSWERS,
  metadata: METADATA,
};

/** What a page may send of who comes, and of the guest's wishes. */
export const FROM_GUESTS = ['name', 'email', 'phone', 'notes'] as const;
export const FROM_ATTENDEES = [...FROM_GUESTS, 'attendeeLanguage', 'attendeeTimezone', 'locationId'] as const;

/** Body of POST /appointments (docs/reference/booking.md). */
export class AppointmentCreate extends InputOf({
  ...BOOKING_MEMBERS,
  holdId: optional(uuid(), {
    description:
      'A hold to book. Provider, service, time, seats, location and resources are then the hold’s, and may be left out',
  }),
  providerId: optional(id('providers'), {
    example: 2,
    description: 'Required without `holdId`, unless `anyProvider` is true, which takes its place',
    neededIf: (body: ProviderRequest & { readonly holdId?: string }) =>
      isWithoutHold(body) && isNotOfAny(body),
    ...AMONG_ANY,
  }),
  ...anyMembers(),
  serviceId: optional(id('services'), {
    example: 1,
    description: 'Required without `holdId`',
    neededIf: isWithoutHold,
  }),
  date: startDate(
    ({ holdId, start }: { readonly holdId?: string; readonly start?: string }) =>
      (isWithoutHold({ holdId }) || start !== undefined) && needsDate(start),
  ),
  start: optional(startTime(), {
    example: '09:00',
    description:
      'Required without `holdId`: `HH:MM` on the provider’s clock, or an instant (RFC 3339) without `date`, such as the `start` of a slot',
    neededIf: isWithoutHold,
  }),
  end: optional(endTime(), {
    description:
      'After the start: an instant (RFC 3339), or `HH:MM` on the same date. Left out: the duration of the service',
  }),
}) {
  static readonly fromPages: readonly (keyof AppointmentCreate)[] = [
    ...FROM_ATTENDEES,
    ...FROM_CHOOSERS,
    'answers',
    'holdId',
  ];
}

function isWithoutCustomer({ customerId }: { readonly customerId?: number }): boolean {
  return customerId === undefined;
}

function isWithoutHold({ holdId }: { readonly holdId?: string }): boolean {
  return holdId === undefined;
}
