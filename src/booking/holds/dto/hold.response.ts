import { formatInstant } from '../../../platform/time/instant-text';
import { AppointmentResource } from '../../claims/dto/appointment-resource.response';
import type { HoldRow } from '../hold-row';
import { INSTANT, INTEGER, many, orNull, TRUE, UUID } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';

/** A time that is kept (docs/reference/booking.md, Holds). Instants carry the offset of the provider's zone. */
export class HoldResponse extends AnswerOf({
  id: answered(UUID, { example: '0d3f6c1e-6f0a-4d6b-9a51-0c8f3c0f5c11' }),
  providerId: answered(INTEGER, { example: 2 }),
  serviceId: answered(INTEGER, { example: 1 }),
  start: answered(INSTANT, { example: '2026-12-01T09:00:00Z' }),
  end: answered(INSTANT, { example: '2026-12-01T09:45:00Z' }),
  seats: answered(INTEGER, { example: 1 }),
  resources: answered(many(AppointmentResource)),
  locationId: answered(orNull(INTEGER), { example: null }),
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
}) {
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
    seats: row.seats,
    resources: row.resources,
    locationId: row.locationId,
    apiKeyId: row.apiKeyId,
    expiresAt: formatInstant(row.expiresAt, zone),
    createdAt: formatInstant(row.createdAt, zone),
  };
}
