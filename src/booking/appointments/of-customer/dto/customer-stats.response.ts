import { hidden } from '../../../../platform/http/hiding/hidden-members';
import { formatInstant } from '../../../../platform/time/instant-text';
import type { CustomerStats } from '../customer-appointments.queries';
import { INSTANT, INTEGER, NUMBER, orNull } from '../../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../../platform/http/validation/members';

/** The figures of a customer's appointments (docs/reference/appointments.md). */
export class CustomerStatsResponse extends AnswerOf({
  total: answered(INTEGER, { example: 6, description: 'All appointments, of every status' }),
  upcoming: answered(INTEGER, {
    example: 1,
    description: 'Pending and confirmed appointments that start now or later',
  }),
  completed: answered(INTEGER, { example: 4 }),
  cancelled: answered(INTEGER, { example: 1 }),
  noShow: answered(INTEGER, { example: 0 }),
  totalSpent: hidden(
    'payments',
    answered(NUMBER, { example: 154, description: 'The sum of the prices of paid appointments' }),
  ),
  firstAppointmentAt: answered(orNull(INSTANT), {
    example: '2026-02-03T09:00:00Z',
    description: 'Start of the first pending, confirmed or completed appointment, on the business’s clock',
  }),
  lastAppointmentAt: answered(orNull(INSTANT), {
    example: '2026-12-01T09:00:00Z',
    description: 'Start of the last pending, confirmed or completed appointment, which may lie ahead',
  }),
  favouriteProviderId: answered(orNull(INTEGER), {
    example: 2,
    description: 'The provider of most of these appointments; of several, the latest',
  }),
  favouriteServiceId: answered(orNull(INTEGER), {
    example: 1,
    description: 'The service of most of these appointments; of several, the latest',
  }),
}) {
  static readonly of = toCustomerStats;
}

function toCustomerStats(stats: CustomerStats, businessZone: string): CustomerStatsResponse {
  const text = (instant: Date | null) => instant && formatInstant(instant.getTime(), businessZone);
  return {
    total: stats.total,
    upcoming: stats.upcoming,
    completed: stats.completed,
    cancelled: stats.cancelled,
    noShow: stats.no_show,
    totalSpent: stats.total_spent,
    firstAppointmentAt: text(stats.first_at),
    lastAppointmentAt: text(stats.last_at),
    favouriteProviderId: stats.favourite_provider_id,
    favouriteServiceId: stats.favourite_service_id,
  };
}
