import { FROM_CHOOSERS, providerMembers } from '../../availability/dto/any-provider';
import { bookedSeats, chosenDuration, MAX_RESOURCES } from '../../availability/dto/capacity-types';
import { needsDate, startDate } from '../../availability/dto/start-date';
import { AppointmentResource } from '../../diary/claims/dto/appointment-resource.response';
import { listOf } from '../../../platform/http/validation/field';
import {
  answered,
  answeredAs,
  AnswerOf,
  InputOf,
  optional,
  required,
  unanswered,
} from '../../../platform/http/validation/members';
import { id, integer } from '../../../platform/http/validation/number-types';
import {
  INSTANT,
  INTEGER,
  many,
  orNull,
  several,
  TEXT,
  TRUE,
  UUID,
} from '../../../platform/http/validation/shapes';
import { endTime, startTime } from '../../../platform/http/validation/time-types';
import { formatInstant } from '../../../platform/time/instant-text';
import { shownBookedStart } from '../../booked-start';
import type { HoldRow } from '../../diary/holds/hold-row';

const MEMBERS = {
  id: answered(UUID, { example: '0d3f6c1e-6f0a-4d6b-9a51-0c8f3c0f5c11' }),
  ...providerMembers(),
  serviceId: required(id('services'), { example: 1 }),
  date: unanswered(startDate(({ start }: { readonly start?: string }) => needsDate(start))),
  start: answeredAs(
    INSTANT,
    { example: '2026-12-01T09:00:00Z' },
    required(startTime(), {
      example: '11:00',
      description:
        '`HH:MM` on the provider’s clock, or an instant (RFC 3339) without `date`, such as the `start` of a slot',
    }),
  ),
  end: answeredAs(
    INSTANT,
    { example: '2026-12-01T09:45:00Z' },
    optional(endTime(), {
      description:
        'As `start`, and after it; `HH:MM` is on the same date. Absent: the service’s duration after the start',
    }),
  ),
  durationMin: answeredAs(
    orNull(INTEGER),
    {
      example: null,
      description: 'The duration that was chosen, whose price a booking keeps; null: none was',
    },
    chosenDuration(),
  ),
  localStart: answered(TEXT, {
    example: '2026-12-01T09:00',
    description: 'The wall clock in `timezone` that is held',
  }),
  timezone: answered(TEXT, {
    example: 'UTC',
    description: 'The zone of the provider when the hold was placed (an IANA name)',
  }),
  seats: bookedSeats(),
  resourceIds: unanswered(
    optional(listOf(id('resources'), MAX_RESOURCES), {
      description:
        'The resources to take, just as many of each kind as the service needs. Left out: free ones are chosen',
    }),
  ),
  resources: answered(many(AppointmentResource)),
  team: answered(several(INTEGER), {
    example: [],
    description: 'The ids of the providers who help, ascending',
  }),
  locationId: optional(orNull(id('locations')), {
    description: 'Where it is to take place. null or left out: where the hours of the provider say',
    answer: { example: null, description: 'Where it is to take place' },
  }),
  ttlSec: unanswered(
    optional(integer(60, 3_600), { default: 600, description: 'How long the hold lives, in seconds' }),
  ),
  apiKeyId: answered(orNull(INTEGER), {
    example: 1,
    description:
      'The API key that placed it, for callers with the role admin. Null for other callers and for an offer of the waitlist',
  }),
  expiresAt: answered(INSTANT, {
    example: '2026-11-20T14:15:11Z',
    description:
      'From this moment on the time is free again. Never after the key that placed the hold ends, whose revocation ends it at once',
  }),
  createdAt: answered(INSTANT, { example: '2026-11-20T14:05:11Z' }),
};

/** Body of POST /holds (docs/reference/booking.md, Holds). */
export class HoldCreate extends InputOf(MEMBERS) {
  static readonly fromPages: readonly (keyof HoldCreate)[] = [...FROM_CHOOSERS, 'locationId', 'ttlSec'];
}

/** A time that is kept. Instants carry the offset of the provider's zone. */
export class HoldResponse extends AnswerOf(MEMBERS) {
  static readonly of = toHoldResponse;
}

/** The answer to DELETE /holds/{id}. */
export class ReleasedResponse extends AnswerOf({
  id: answered(UUID, { example: '0d3f6c1e-6f0a-4d6b-9a51-0c8f3c0f5c11' }),
  deleted: answered(TRUE, { example: true }),
}) {
  static readonly of = (id: string): ReleasedResponse => ({ id, deleted: true });
}

export function toHoldResponse(row: HoldRow, businessZone: string): HoldResponse {
  const zone = row.timeZone ?? businessZone;
  return {
    id: row.token,
    providerId: row.providerId,
    serviceId: row.serviceId,
    start: formatInstant(row.start, zone),
    end: formatInstant(row.end, zone),
    durationMin: row.durationMin,
    ...shownBookedStart(row, zone),
    seats: row.seats,
    resources: row.resources,
    team: row.team,
    locationId: row.locationId,
    apiKeyId: row.apiKeyId,
    expiresAt: formatInstant(row.expiresAt, zone),
    createdAt: formatInstant(row.createdAt, zone),
  };
}
