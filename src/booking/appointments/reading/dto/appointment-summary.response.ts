import { hidden } from '../../../../platform/http/hiding/hidden-members';
import { occupies } from '../../../appointment-status';
import type { StateTotals, Summary } from '../appointment-reports.queries';
import {
  PaymentStatusCountsResponse,
  StatusCountsResponse,
  sum,
  toPaymentStatusCounts,
  toStatusCounts,
} from './appointment-counts.response';
import type { Links } from '../../../../platform/http/envelope/links';
import { AppointmentResponse } from '../../dto/appointment.dto';
import { INTEGER, NUMBER, one, orNull } from '../../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../../platform/http/validation/members';

export class RevenueResponse extends AnswerOf({
  booked: answered(NUMBER, {
    example: 1850.5,
    description: 'The sum of the prices of pending, confirmed and completed appointments',
  }),
  paid: answered(NUMBER, {
    example: 1140,
    description: 'The sum of the prices of paid appointments, of every status',
  }),
}) {}

/** Numbers and revenue of appointments (docs/reference/appointments.md). */
export class AppointmentSummaryResponse extends AnswerOf({
  total: answered(INTEGER, { example: 47, description: 'All appointments, of every status' }),
  upcoming: answered(INTEGER, {
    example: 13,
    description: 'Pending and confirmed appointments that start now or later',
  }),
  today: answered(INTEGER, {
    example: 3,
    description: 'Pending, confirmed and completed appointments that start today, on the business’s calendar',
  }),
  thisWeek: answered(INTEGER, { example: 9, description: 'The same for this week, Monday to Sunday' }),
  thisMonth: answered(INTEGER, { example: 31, description: 'The same for this month' }),
  byStatus: answered(one(StatusCountsResponse)),
  byPaymentStatus: hidden('payments', answered(one(PaymentStatusCountsResponse))),
  revenue: hidden('payments', answered(one(RevenueResponse))),
  next: answered(orNull(one(AppointmentResponse)), {
    description: 'The first pending, confirmed or completed appointment that starts now or later',
  }),
}) {
  static readonly of = toAppointmentSummary;
}

function toAppointmentSummary(
  { tallies, next }: Summary,
  zone: string,
  links?: Links,
): AppointmentSummaryResponse {
  const occupying = tallies.filter(({ status }) => occupies(status));
  return {
    total: sum(tallies, ({ total }) => total),
    upcoming: sum(
      occupying.filter(({ status }) => status !== 'completed'),
      ({ ahead }) => ahead,
    ),
    today: sum(occupying, ({ today }) => today),
    thisWeek: sum(occupying, ({ this_week }) => this_week),
    thisMonth: sum(occupying, ({ this_month }) => this_month),
    byStatus: toStatusCounts(tallies),
    byPaymentStatus: toPaymentStatusCounts(tallies),
    revenue: toRevenue(tallies, occupying),
    next: next === undefined ? null : AppointmentResponse.of(next, zone, links),
  };
}

function toRevenue(all: readonly StateTotals[], occupying: readonly StateTotals[]): RevenueResponse {
  const paid = all.filter(({ payment_status }) => payment_status === 'paid');
  return { booked: sum(occupying, ({ cents }) => cents) / 100, paid: sum(paid, ({ cents }) => cents) / 100 };
}
