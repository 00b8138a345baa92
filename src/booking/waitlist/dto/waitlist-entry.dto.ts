import type { ToldRow } from '../../../people/customers/told-guest';
import { hidden } from '../../../platform/http/hiding/hidden-members';
import { BOOKING_MEMBERS, FROM_GUESTS } from '../../appointments/dto/booking.dto';
import { AMONG_UNNAMED } from '../../availability/dto/any-provider';
import { duration, DURATION_DESCRIPTION, seats } from '../../availability/dto/capacity-types';
import type { FieldType } from '../../../platform/http/validation/field-type';
import {
  answered,
  AnswerOf,
  InputOf,
  only,
  optional,
  required,
} from '../../../platform/http/validation/members';
import { id } from '../../../platform/http/validation/number-types';
import { INSTANT, INTEGER, one, orNull, TEXT, UUID } from '../../../platform/http/validation/shapes';
import { cleanWords, freeText, MAX_NOTES, oneOf } from '../../../platform/http/validation/text-types';
import { endOfLocalTime, localDate, localTime } from '../../../platform/http/validation/time-types';
import { MANAGE_URL } from '../../links/manage-url.dto';
import { type Links, shownLink } from '../../../platform/http/envelope/links';
import { extended } from '../../../platform/values/quick-objects';
import { formatInstant } from '../../../platform/time/instant-text';
import { timeText } from '../../../platform/time/local-date';
import { type Weekday, WEEKDAYS } from '../../../platform/time/weekdays';
import type { OfferRow, WaitlistRow } from '../waitlist-row';
import { WAITLIST_STATUSES } from '../waitlist-status';

/** A time that is kept for an entry. Instants carry the offset of the zone of its provider. */
export class OfferResponse extends AnswerOf({
  holdId: answered(UUID, {
    example: '0d3f6c1e-6f0a-4d6b-9a51-0c8f3c0f5c11',
    description: 'The hold that keeps the time',
  }),
  start: answered(INSTANT, { example: '2026-12-01T09:00:00Z' }),
  end: answered(INSTANT, { example: '2026-12-01T09:45:00Z' }),
  providerId: answered(INTEGER, { example: 2 }),
  expiresAt: answered(INSTANT, {
    example: '2026-11-20T14:35:11Z',
    description: 'From this moment on the time is offered to others',
  }),
}) {}

/** The members of an entry. */
export const WAITLIST_MEMBERS = {
  id: answered(INTEGER, { example: 1 }),
  ...only(BOOKING_MEMBERS, ['customerId', 'name', 'email', 'phone']),
  serviceId: required(id('services'), { example: 1 }),
  providerId: optional(orNull(id('providers')), {
    example: 2,
    description: 'When absent, any provider who offers the service',
    answer: { description: 'null means any provider' },
    ...AMONG_UNNAMED,
  }),
  locationId: optional(orNull(id('locations')), {
    description: 'Where it is to take place; when absent, at any place',
    answer: { example: null, description: 'null means at any place' },
  }),
  from: required(localDate(), {
    example: '2026-12-01',
    description: 'The first date, on the calendar of the provider who is offered',
  }),
  to: required(localDate(), {
    example: '2026-12-18',
    description: 'The last date: not past, and at most 91 days after `from`',
  }),
  timeFrom: optional(orNull(localTime()), {
    example: '09:00',
    description: 'The earliest start on the clock of the provider',
  }),
  timeTo: optional(orNull(endOfLocalTime()), {
    example: '17:00',
    description: 'The latest end; later than `timeFrom`, `24:00` is the end of the day',
  }),
  weekdays: optional(orNull(weekdays()), {
    example: WEEKDAYS.slice(0, 5),
    description: 'Only these weekdays; when absent, any of them',
    answer: { example: ['monday', 'tuesday'], description: 'null means any weekday' },
  }),
  durationMin: optional(orNull(duration()), {
    description: DURATION_DESCRIPTION,
    answer: {
      example: null,
      description: 'null means the duration in force with the provider who is offered',
    },
  }),
  seats: optional(seats(), {
    default: 1,
    description: 'How many seats of a group session: at most the capacity of the service',
  }),
  notes: optional(orNull(freeText(MAX_NOTES)), {
    example: 'Rather early',
    description: 'The appointment gets them, too',
  }),
  attendeeName: answered(orNull(TEXT), {
    example: null,
    description: 'The person who comes, where the entry named another person than the customer',
  }),
  attendeePhone: hidden('contacts', answered(orNull(TEXT), { example: null })),
  status: answered(oneOf(WAITLIST_STATUSES), { example: 'waiting', description: 'At this moment' }),
  offer: answered(orNull(one(OfferResponse)), {
    description: 'The time that is kept for the entry while its status is `offered`; else null',
  }),
  appointmentId: answered(orNull(INTEGER), {
    example: null,
    description: 'The appointment that an accepted offer became; else null',
  }),
  createdAt: answered(INSTANT, { example: '2026-11-20T14:05:11Z' }),
  manageUrl: MANAGE_URL,
};

/** Body of POST /waitlist (docs/reference/waitlist.md). The customer is named as in a booking. */
export class WaitlistCreate extends InputOf(WAITLIST_MEMBERS) {
  static readonly fromPages: readonly (keyof WaitlistCreate)[] = [
    ...FROM_GUESTS,
    ...(['serviceId', 'durationMin', 'providerId', 'seats', 'locationId'] as const),
    ...(['from', 'to', 'timeFrom', 'timeTo', 'weekdays'] as const),
  ];
}

/** An entry of the waitlist. */
export class WaitlistEntryResponse extends AnswerOf(WAITLIST_MEMBERS) {
  static readonly of = toWaitlistEntryResponse;
}

/** @param businessZone the zone of providers without one of their own */
export function toWaitlistEntryResponse(
  row: ToldRow<WaitlistRow>,
  businessZone: string,
  links?: Links,
): WaitlistEntryResponse {
  const { id, linkCounter, holderId, isGuest } = row;
  const link = { kind: 'waitlist', id, linkCounter, holderId } as const;
  const manageUrl = isGuest === true ? null : shownLink(links, link);
  return extended(toUnlinkedEntry(row, businessZone), { manageUrl });
}

/** As events and exports show it. */
export function toUnlinkedEntry(
  row: ToldRow<WaitlistRow>,
  businessZone: string,
): Omit<WaitlistEntryResponse, 'manageUrl'> {
  return {
    id: row.id,
    customerId: row.customerId,
    serviceId: row.serviceId,
    providerId: row.providerId,
    locationId: row.locationId,
    from: row.from,
    to: row.to,
    timeFrom: timeOrNull(row.timeFromMin),
    timeTo: timeOrNull(row.timeToMin),
    weekdays: row.weekdays,
    durationMin: row.durationMin,
    seats: row.seats,
    notes: row.notes,
    attendeeName: row.attendeeName,
    attendeePhone: row.attendeePhone,
    status: row.status,
    offer: row.offer === null ? null : toOfferResponse(row.offer, row.offer.timeZone ?? businessZone),
    appointmentId: row.appointmentId,
    createdAt: formatInstant(row.createdAt, row.timeZone ?? businessZone),
  };
}

function toOfferResponse({ holdId, providerId, ...offer }: OfferRow, zone: string): OfferResponse {
  return {
    holdId,
    start: formatInstant(offer.start, zone),
    end: formatInstant(offer.end, zone),
    providerId,
    expiresAt: formatInstant(offer.expiresAt, zone),
  };
}

function timeOrNull(min: number | null): string | null {
  return min === null ? null : timeText(min);
}

/** Names of weekdays, at least one; Monday first once cleaned. */
function weekdays(): FieldType<Weekday[]> {
  const weekday = oneOf(WEEKDAYS);
  const names: readonly unknown[] = WEEKDAYS;
  return {
    schema: { type: 'array', items: weekday.schema, minItems: 1, maxItems: WEEKDAYS.length },
    clean: (value) =>
      Array.isArray(value) ? cleanWords(value).sort((a, b) => names.indexOf(a) - names.indexOf(b)) : value,
    fault: (value) => {
      if (!Array.isArray(value)) return 'must be a list';
      if (value.length === 0) return 'must name at least one weekday';
      return value.map((day) => weekday.fault(day)).find((fault) => fault !== undefined);
    },
  };
}
