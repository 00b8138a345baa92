import { hidden } from '../../../platform/http/hiding/hidden-members';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { INTEGER, one, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { MINUTE_MS } from '../../../platform/time/units';
import { RevenueResponse } from '../../appointments/reading/dto/appointment-summary.response';
import type { Utilisation } from '../utilisation';

/** The number of cancelled appointments, by who cancelled them. */
export class CancellationsResponse extends AnswerOf({
  customer: answered(INTEGER, { example: 3 }),
  business: answered(INTEGER, { example: 1 }),
  expired: answered(INTEGER, {
    example: 0,
    description: 'Those that were pending for too long',
  }),
}) {}

/** A row of GET /reports/utilisation (docs/reference/reports.md). Minutes are whole ones, rounded down. */
export class UtilisationResponse extends AnswerOf({
  id: answered(orNull(INTEGER), {
    example: 2,
    description:
      'Of the provider, service, location or resource; null: the appointments without one. Of a weekday its number in schedules: 1 is Monday, 0 Sunday',
  }),
  name: answered(orNull(TEXT), { example: 'Ana Silva', description: 'Of a weekday, such as `monday`' }),
  openMin: answered(orNull(INTEGER), {
    example: 9_600,
    description: 'Working hours. Null of services, and of what takes no resource',
  }),
  bookedMin: answered(INTEGER, {
    example: 5_130,
    description:
      'From start to end of pending, confirmed and completed appointments, in the working hours or not. A session counts once',
  }),
  blockedMin: answered(orNull(INTEGER), {
    example: 480,
    description: 'The part of `openMin` that closures, time off and busy calendars take',
  }),
  appointments: answered(INTEGER, { example: 118, description: 'Those that start in it, of every status' }),
  noShows: answered(INTEGER, { example: 2 }),
  cancellations: answered(one(CancellationsResponse)),
  revenue: hidden('payments', answered(one(RevenueResponse))),
}) {}

export function toUtilisation({ tally, openTime }: Utilisation): UtilisationResponse {
  const { id, name, appointments, noShows, byCustomer, byBusiness, expired } = tally;
  return {
    id,
    name,
    openMin: openTime === undefined ? null : minutes(openTime.open),
    bookedMin: minutes(tally.bookedMs),
    blockedMin: openTime === undefined ? null : minutes(openTime.blocked),
    appointments,
    noShows,
    cancellations: { customer: byCustomer, business: byBusiness, expired },
    revenue: { booked: tally.bookedCents / 100, paid: tally.paidCents / 100 },
  };
}

function minutes(ms: number): number {
  return Math.floor(ms / MINUTE_MS);
}
