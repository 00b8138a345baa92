import { formatInstant } from '../../../platform/time/instant-text';
import type { SessionRow } from '../sessions.queries';
import { Reply } from '../../../platform/http/envelope/envelope';
import type { SessionListQuery } from './session-list.query';
import { INSTANT, INTEGER, several } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';

/** Appointments that share a service, a provider and a time, or a class without any (docs/reference/booking.md, Group sessions). */
export class SessionResponse extends AnswerOf({
  providerId: answered(INTEGER, { example: 2 }),
  serviceId: answered(INTEGER, { example: 1 }),
  start: answered(INSTANT, { example: '2026-12-01T18:00:00Z' }),
  end: answered(INSTANT, { example: '2026-12-01T19:00:00Z' }),
  capacity: answered(INTEGER, { example: 10, description: 'The present capacity of the service' }),
  seatsTaken: answered(INTEGER, { example: 7, description: 'Held seats included' }),
  seatsLeft: answered(INTEGER, { example: 3, description: 'Never below 0' }),
  appointmentIds: answered(several(INTEGER), { example: [4, 9], description: 'Ascending' }),
}) {
  static readonly of = toSessionResponse;
}

export function toSessionResponse(row: SessionRow, businessZone: string): SessionResponse {
  const zone = row.timeZone ?? businessZone;
  return {
    providerId: row.providerId,
    serviceId: row.serviceId,
    start: formatInstant(row.start, zone),
    end: formatInstant(row.end, zone),
    capacity: row.capacity,
    seatsTaken: row.seatsTaken,
    seatsLeft: Math.max(0, row.capacity - row.seatsTaken),
    appointmentIds: [...row.appointmentIds],
  };
}

export const SESSIONS_META = {
  from: { type: 'string', example: '2026-12-01' },
  to: { type: 'string', example: '2026-12-31' },
  providerId: { type: 'integer', nullable: true, example: 2 },
  serviceId: { type: 'integer', nullable: true, example: null },
  total: { type: 'integer', example: 1 },
} as const;

export function toSessionsReply(
  { query, rows }: { readonly query: SessionListQuery; readonly rows: readonly SessionRow[] },
  zone: string,
) {
  const { from, to, providerId = null, serviceId = null } = query;
  const meta = { from, to, providerId, serviceId, total: rows.length };
  return new Reply(
    rows.map((row) => toSessionResponse(row, zone)),
    meta,
  );
}
