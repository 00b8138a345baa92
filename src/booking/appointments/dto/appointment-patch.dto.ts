import { PartialType, PickType } from '@nestjs/swagger';
import { Field } from '../../../platform/http/validation/field';
import { flag, id } from '../../../platform/http/validation/number-types';
import { freeText, MAX_NOTES, oneOf } from '../../../platform/http/validation/text-types';
import { endTime, startTime, localDate } from '../../../platform/http/validation/time-types';
import { PAYMENT_STATUSES, type PaymentStatus, type Status, STATUSES } from '../appointment-status';

/** The members that a change may set, in camelCase or snake_case (docs/interface.md, Booking). */
class AppointmentMembers {
  @Field(localDate(), {
    freeForm: true,
    example: '2026-12-08',
    description: 'On the provider’s calendar; without `start`, the time is kept',
  })
  date: string;

  @Field(startTime(), {
    freeForm: true,
    aliases: ['startTime', 'start_time'],
    example: '10:30',
    description: '`HH:MM` (without `date`, the date is kept), or an instant (RFC 3339)',
  })
  start: string;

  @Field(endTime(), {
    freeForm: true,
    aliases: ['endTime', 'end_time'],
    description:
      'After the start: an instant (RFC 3339), or `HH:MM` on the same date. Left out: the duration is kept, or a new service brings its own',
  })
  end: string;

  @Field(id(), { freeForm: true, example: 2 })
  providerId: number;

  @Field(id(), { freeForm: true, example: 1 })
  serviceId: number;

  @Field(id(), { freeForm: true, example: 1 })
  customerId: number;

  @Field(id(), { freeForm: true, nullable: true, example: null })
  locationId: number | null;

  @Field(oneOf(STATUSES), { freeForm: true, example: 'confirmed' })
  status: Status;

  @Field(oneOf(PAYMENT_STATUSES), { aliases: ['paymentStatus'], example: 'paid' })
  payment_status: PaymentStatus;

  @Field(freeText(MAX_NOTES), { nullable: true, example: 'Prefers the window seat' })
  notes: string | null;

  @Field(flag(), {
    freeForm: true,
    description: 'Skip past, notice, horizon, closures, time off and hours; never the overlap rule',
  })
  ignoreSchedule: boolean;
}

/** Body of PATCH /appointments/{id}: the members that are present change. */
export class AppointmentPatch extends PartialType(AppointmentMembers, { skipNullProperties: false }) {}

/** Body of PATCH /appointments/{id}/status. */
export class StatusPatch extends PickType(AppointmentMembers, ['status']) {}

/** Body of PATCH /appointments/{id}/notes; `null` clears them. */
export class NotesPatch extends PickType(AppointmentMembers, ['notes']) {}

/** Body of PATCH /appointments/{id}/payment-status. */
export class PaymentStatusPatch extends PickType(AppointmentMembers, ['payment_status']) {}
