import { CANCELLERS, PAYMENT_STATUSES, STATUSES } from '../../../booking/appointment-status';
import { BOOKING_MEMBERS } from '../../../booking/appointments/dto/booking.dto';
import { needsDate, startDate } from '../../../booking/availability/dto/start-date';
import { MAX_STRETCHES, SpecialStretchWrite } from '../../../business/special-hours/dto/special-hours.dto';
import { CustomerWrite } from '../../../people/customers/dto/customer.dto';
import { objects } from '../../../platform/http/validation/field';
import { InputOf, only, optional, required } from '../../../platform/http/validation/members';
import { orNull } from '../../../platform/http/validation/shapes';
import { freeText, MAX_NAME, MAX_NOTES, oneOf, text } from '../../../platform/http/validation/text-types';
import {
  dateOrInstant,
  endOfLocalTime,
  endTime,
  localDate,
  localTime,
  startTime,
} from '../../../platform/http/validation/time-types';

const MAX_REASON = 500;

/** An id in the other system, or ours where that system has brought none of the kind. */
const reference = () => text(MAX_NAME);

/** When it was made there; without an offset, on the clock of the business. */
const CREATED_AT = { createdAt: optional(dateOrInstant()) };

export class ImportedCustomer extends InputOf(CustomerWrite, CREATED_AT) {}

/** What an imported appointment has in common with a booking. */
const BOOKED = only(BOOKING_MEMBERS, [
  'name',
  'email',
  'phone',
  'attendeeLanguage',
  'attendeeTimezone',
  'notes',
  'price',
  'seats',
  'metadata',
]);

export class ImportedAppointment extends InputOf({
  ...BOOKED,
  serviceId: required(reference()),
  providerId: required(reference()),
  customerId: optional(reference()),
  locationId: optional(orNull(reference())),
  date: startDate(({ start }: { readonly start?: string }) => start !== undefined && needsDate(start)),
  start: required(startTime()),
  end: optional(endTime()),
  status: optional(oneOf(STATUSES), { default: 'confirmed' }),
  payment_status: optional(oneOf(PAYMENT_STATUSES), { default: 'none', aliases: ['paymentStatus'] }),
  cancelledBy: optional(orNull(oneOf(CANCELLERS))),
  cancelReason: optional(orNull(freeText(MAX_REASON))),
  ...CREATED_AT,
}) {}

export class ImportedTimeOff extends InputOf({
  providerId: required(reference()),
  start: required(dateOrInstant()),
  end: required(dateOrInstant()),
  reason: optional(orNull(freeText(MAX_NOTES))),
}) {}

/** All hours of a provider on one date; none on a day off. */
export class ImportedSpecialDay extends InputOf({
  providerId: required(reference()),
  date: required(localDate()),
  hours: required(objects(() => SpecialStretchWrite, MAX_STRETCHES)),
}) {}

/** A stretch of the hours of a provider on one date. */
export class ImportedShift extends InputOf({
  providerId: required(reference()),
  date: required(localDate()),
  start: required(localTime()),
  end: required(endOfLocalTime()),
  locationId: optional(orNull(reference())),
}) {}
