import { PartialType, PickType } from '@nestjs/swagger';
import { ignoresDate } from '../../availability/candidate';
import { needsDate } from '../../availability/dto/needs-date';
import { MAX_RESOURCES, seats } from '../../availability/dto/capacity-types';
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
import { endTime, localDate, startTime } from '../../../platform/http/validation/time-types';
import { BOOKED_AS, PAYMENT_STATUSES, STATUSES } from '../../appointment-status';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { listOf } from '../../../platform/http/validation/field';
import { METADATA, METADATA_CHANGES } from '../../../platform/metadata/metadata-fields';
import { orNull } from '../../../platform/http/validation/shapes';

/** Body of POST /appointments (docs/reference/booking.md). The customer is named by id, or by name and e-mail address. */
export class AppointmentCreate extends InputOf({
  customerId: optional(id(), {
    description:
      'A known customer. Then `name` and `email` may be left out: a customer may have no e-mail address',
  }),
  name: optional(text(MAX_NAME), {
    example: 'Mia Keller',
    description:
      'Required without `customerId`. Where it differs from the name of a stored customer, the appointment keeps it as `attendeeName`',
    neededIf: isWithoutCustomer,
  }),
  email: optional(email(), {
    example: 'mia.keller@example.com',
    description: 'Required without `customerId`. Finds the customer, or creates one',
    neededIf: isWithoutCustomer,
  }),
  phone: optional(orNull(phone()), {
    example: '+49 30 901820',
    description:
      'Stored where the customer has no phone. Where it differs, the appointment keeps it as `attendeePhone`',
  }),
  holdId: optional(uuid(), {
    description:
      'A hold to book. Provider, service, time, seats, location and resources are then the hold’s, and may be left out',
  }),
  providerId: optional(id(), {
    example: 2,
    description: 'Required without `holdId`',
    neededIf: isWithoutHold,
  }),
  serviceId: optional(id(), {
    example: 1,
    description: 'Required without `holdId`',
    neededIf: isWithoutHold,
  }),
  date: optional(localDate(), {
    example: '2026-12-01',
    ignoredIf: ignoresDate,
    description:
      'On the provider’s calendar. Required when `start` is `HH:MM`, else ignored (`meta.ignored`)',
    neededIf: ({ holdId, start }: { readonly holdId?: string; readonly start?: string }) =>
      (isWithoutHold({ holdId }) || start !== undefined) && needsDate(start),
  }),
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
  status: optional(oneOf(BOOKED_AS), { default: 'confirmed' }),
  notes: optional(orNull(freeText(MAX_NOTES)), { example: 'First visit' }),
  price: optional(orNull(price()), { description: 'Left out: the price of the service. Null: none' }),
  locationId: optional(orNull(id()), { description: 'Where it takes place' }),
  seats: optional(seats(), {
    default: 1,
    description: 'How many seats of a group session: at most the capacity of the service',
  }),
  resourceIds: optional(listOf(id(), MAX_RESOURCES), {
    description:
      'The resources to take, just as many of each kind as the service needs. Left out: free ones are chosen, lowest ids first',
  }),
  ignoreSchedule: optional(flag(), {
    default: false,
    description:
      'Skip past, notice, horizon, closures, time off and hours, for a walk-in entered afterwards; never what is taken',
  }),
  metadata: METADATA,
}) {}

function isWithoutCustomer({ customerId }: { readonly customerId?: number }): boolean {
  return customerId === undefined;
}

function isWithoutHold({ holdId }: { readonly holdId?: string }): boolean {
  return holdId === undefined;
}

/** The members that a change may set, in camelCase or snake_case (docs/reference/booking.md). */
class AppointmentMembers extends InputOf({
  date: required(localDate(), {
    freeForm: true,
    example: '2026-12-08',
    ignoredIf: ignoresDate,
    description:
      'On the provider’s calendar; without `start`, the time is kept. Beside an instant as `start` it is ignored (`meta.ignored`)',
  }),
  start: required(startTime(), {
    freeForm: true,
    aliases: ['startTime', 'start_time'],
    example: '10:30',
    description: '`HH:MM` (without `date`, the date is kept), or an instant (RFC 3339)',
  }),
  end: required(endTime(), {
    freeForm: true,
    aliases: ['endTime', 'end_time'],
    description:
      'After the start: an instant (RFC 3339), or `HH:MM` on the same date. Left out: the duration is kept, or a new service brings its own',
  }),
  providerId: required(id(), { freeForm: true, example: 2 }),
  serviceId: required(id(), { freeForm: true, example: 1 }),
  customerId: required(id(), { freeForm: true, example: 1 }),
  locationId: required(orNull(id()), { freeForm: true, example: null }),
  status: required(oneOf(STATUSES), { freeForm: true, example: 'confirmed' }),
  payment_status: required(oneOf(PAYMENT_STATUSES), { aliases: ['paymentStatus'], example: 'paid' }),
  price: required(orNull(price()), {
    example: 38.5,
    description: 'A new service brings its own. Null: none',
  }),
  notes: required(orNull(freeText(MAX_NOTES)), { example: 'Prefers the window seat' }),
  seats: required(seats(), {
    freeForm: true,
    example: 1,
    description: 'At most the capacity of the service',
  }),
  resourceIds: required(listOf(id(), MAX_RESOURCES), {
    freeForm: true,
    example: [],
    description: 'The resources to take, just as many of each kind as the service needs',
  }),
  ignoreSchedule: required(flag(), {
    freeForm: true,
    description: 'Skip past, notice, horizon, closures, time off and hours; never what is taken',
  }),
  metadata: METADATA_CHANGES,
}) {}

/** Body of PATCH /appointments/{id}: the members that are present change. */
export class AppointmentPatch extends PartialType(AppointmentMembers, { skipNullProperties: false }) {}

export class StatusPatch extends PickType(AppointmentMembers, ['status']) {}

/** Body of PATCH /appointments/{id}/notes; `null` clears them. */
export class NotesPatch extends PickType(AppointmentMembers, ['notes']) {}

export class PaymentStatusPatch extends PickType(AppointmentMembers, ['payment_status']) {}
