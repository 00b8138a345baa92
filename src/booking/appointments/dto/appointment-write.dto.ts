import { ApiPropertyOptional, PartialType, PickType } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { ignoresDate } from '../../availability/candidate';
import { needsDate } from '../../availability/dto/needs-date';
import { MAX_RESOURCES, seats } from '../../availability/dto/wish-types';
import { Field, ListField } from '../../../platform/http/validation/field';
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
import {
  BOOKED_AS,
  PAYMENT_STATUSES,
  type PaymentStatus,
  type Status,
  STATUSES,
} from '../../appointment-status';
import type { Metadata, MetadataWrite } from '../../../platform/metadata/metadata';
import { MetadataChangesField, MetadataField } from '../../../platform/metadata/metadata-fields';

/** Body of POST /appointments (docs/reference/booking.md). The customer is named by id, or by name and e-mail address. */
export class AppointmentCreate {
  @Field(id(), {
    optional: true,
    description:
      'A known customer. Then `name` and `email` may be left out: a customer may have no e-mail address',
  })
  customerId?: number;

  @ApiPropertyOptional()
  @Field(text(MAX_NAME), {
    example: 'Mia Keller',
    description:
      'Required without `customerId`. Where it differs from the name of a stored customer, the appointment keeps it as `attendeeName`',
  })
  @ValidateIf(isNeededOrGiven('name'))
  name?: string;

  @ApiPropertyOptional()
  @Field(email(), {
    example: 'mia.keller@example.com',
    description: 'Required without `customerId`. Finds the customer, or creates one',
  })
  @ValidateIf(isNeededOrGiven('email'))
  email?: string;

  @Field(phone(), {
    optional: true,
    nullable: true,
    example: '+49 30 901820',
    description:
      'Stored where the customer has no phone. Where it differs, the appointment keeps it as `attendeePhone`',
  })
  phone?: string | null;

  @Field(uuid(), {
    optional: true,
    description:
      'A hold to book. Provider, service, time, seats, location and resources are then the hold’s, and may be left out',
  })
  holdId?: string;

  @ApiPropertyOptional()
  @Field(id(), { example: 2, description: 'Required without `holdId`' })
  @ValidateIf(isAskedOrGiven('providerId'))
  providerId?: number;

  @ApiPropertyOptional()
  @Field(id(), { example: 1, description: 'Required without `holdId`' })
  @ValidateIf(isAskedOrGiven('serviceId'))
  serviceId?: number;

  @ApiPropertyOptional()
  @Field(localDate(), {
    example: '2026-12-01',
    ignoredIf: ignoresDate,
    description:
      'On the provider’s calendar. Required when `start` is `HH:MM`, else ignored (`meta.ignored`)',
  })
  @ValidateIf(
    (body: AppointmentCreate) =>
      body.date !== undefined || (isAskedOrGiven('start')(body) && needsDate(body.start)),
  )
  date?: string;

  @ApiPropertyOptional()
  @Field(startTime(), {
    example: '09:00',
    description:
      'Required without `holdId`: `HH:MM` on the provider’s clock, or an instant (RFC 3339) without `date`, such as the `start` of a slot',
  })
  @ValidateIf(isAskedOrGiven('start'))
  start?: string;

  @Field(endTime(), {
    optional: true,
    description:
      'After the start: an instant (RFC 3339), or `HH:MM` on the same date. Left out: the duration of the service',
  })
  end?: string;

  @Field(oneOf(BOOKED_AS), { optional: true, default: 'confirmed' })
  status?: (typeof BOOKED_AS)[number];

  @Field(freeText(MAX_NOTES), { optional: true, nullable: true, example: 'First visit' })
  notes?: string | null;

  @Field(price(), {
    optional: true,
    nullable: true,
    description: 'Left out: the price of the service. Null: none',
  })
  price?: number | null;

  @Field(id(), { optional: true, nullable: true, description: 'Where it takes place' })
  locationId?: number | null;

  @Field(seats(), {
    optional: true,
    default: 1,
    description: 'How many seats of a group session: at most the capacity of the service',
  })
  seats?: number;

  @ListField(id(), MAX_RESOURCES, {
    optional: true,
    description:
      'The resources to take, just as many of each kind as the service needs. Left out: free ones are chosen, lowest ids first',
  })
  resourceIds?: number[];

  @Field(flag(), {
    optional: true,
    default: false,
    description:
      'Skip past, notice, horizon, closures, time off and hours, for a walk-in entered afterwards; never what is taken',
  })
  ignoreSchedule?: boolean;

  @MetadataField()
  metadata?: Metadata;
}

/** For a member that is required where no `customerId` stands for it. */
function isNeededOrGiven(member: 'name' | 'email') {
  return (body: AppointmentCreate) => body.customerId === undefined || body[member] !== undefined;
}

/** For a member that is required where no hold brings it. */
function isAskedOrGiven(member: 'providerId' | 'serviceId' | 'start') {
  return (body: AppointmentCreate) => body.holdId === undefined || body[member] !== undefined;
}

/** The members that a change may set, in camelCase or snake_case (docs/reference/booking.md). */
class AppointmentMembers {
  @Field(localDate(), {
    freeForm: true,
    example: '2026-12-08',
    ignoredIf: ignoresDate,
    description:
      'On the provider’s calendar; without `start`, the time is kept. Beside an instant as `start` it is ignored (`meta.ignored`)',
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

  @Field(price(), { nullable: true, example: 38.5, description: 'A new service brings its own. Null: none' })
  price: number | null;

  @Field(freeText(MAX_NOTES), { nullable: true, example: 'Prefers the window seat' })
  notes: string | null;

  @Field(seats(), { freeForm: true, example: 1, description: 'At most the capacity of the service' })
  seats: number;

  @ListField(id(), MAX_RESOURCES, {
    freeForm: true,
    example: [],
    description: 'The resources to take, just as many of each kind as the service needs',
  })
  resourceIds: number[];

  @Field(flag(), {
    freeForm: true,
    description: 'Skip past, notice, horizon, closures, time off and hours; never what is taken',
  })
  ignoreSchedule: boolean;

  @MetadataChangesField()
  metadata: MetadataWrite;
}

/** Body of PATCH /appointments/{id}: the members that are present change. */
export class AppointmentPatch extends PartialType(AppointmentMembers, { skipNullProperties: false }) {}

/** Body of PATCH /appointments/{id}/status. */
export class StatusPatch extends PickType(AppointmentMembers, ['status']) {}

/** Body of PATCH /appointments/{id}/notes; `null` clears them. */
export class NotesPatch extends PickType(AppointmentMembers, ['notes']) {}

/** Body of PATCH /appointments/{id}/payment-status. */
export class PaymentStatusPatch extends PickType(AppointmentMembers, ['payment_status']) {}
