import { ApiProperty } from '@nestjs/swagger';
import { occupies } from '../../../appointment-status';
import type { StateTotals, Summary } from '../appointment-reports.queries';
import {
  PaymentStatusCountsResponse,
  StatusCountsResponse,
  sum,
  toPaymentStatusCounts,
  toStatusCounts,
} from './appointment-counts.response';
import { AppointmentResponse } from '../../dto/appointment.response';

class RevenueResponse {
  @ApiProperty({
    example: 1850.5,
    description: 'The sum of the prices of pending, confirmed and completed appointments',
  })
  booked: number;

  @ApiProperty({ example: 1140, description: 'The sum of the prices of paid appointments, of every status' })
  paid: number;
}

/** Numbers and revenue of appointments (docs/reference/appointments.md). */
export class AppointmentSummaryResponse {
  @ApiProperty({ type: 'integer', example: 47, description: 'All appointments, of every status' })
  total: number;

  @ApiProperty({
    type: 'integer',
    example: 13,
    description: 'Pending and confirmed appointments that start now or later',
  })
  upcoming: number;

  @ApiProperty({
    type: 'integer',
    example: 3,
    description: 'Pending, confirmed and completed appointments that start today, on the business’s calendar',
  })
  today: number;

  @ApiProperty({ type: 'integer', example: 9, description: 'The same for this week, Monday to Sunday' })
  thisWeek: number;

  @ApiProperty({
    type: 'integer',
    example: 31,
    description: 'The same for this month',
  })
  thisMonth: number;

  @ApiProperty({ type: StatusCountsResponse })
  byStatus: StatusCountsResponse;

  @ApiProperty({ type: PaymentStatusCountsResponse })
  byPaymentStatus: PaymentStatusCountsResponse;

  @ApiProperty({ type: RevenueResponse })
  revenue: RevenueResponse;

  @ApiProperty({
    type: AppointmentResponse,
    nullable: true,
    description: 'The first pending, confirmed or completed appointment that starts now or later',
  })
  next: AppointmentResponse | null;

  static readonly of = toAppointmentSummary;
}

function toAppointmentSummary({ tallies, next }: Summary, zone: string): AppointmentSummaryResponse {
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
    next: next === undefined ? null : AppointmentResponse.of(next, zone),
  };
}

function toRevenue(all: readonly StateTotals[], occupying: readonly StateTotals[]): RevenueResponse {
  const paid = all.filter(({ payment_status }) => payment_status === 'paid');
  return { booked: sum(occupying, ({ cents }) => cents) / 100, paid: sum(paid, ({ cents }) => cents) / 100 };
}
