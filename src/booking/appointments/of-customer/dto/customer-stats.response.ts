import { ApiProperty } from '@nestjs/swagger';
import { formatInstant } from '../../../../platform/time/instant-text';
import type { CustomerStats } from '../customer-appointments.queries';

/** What a customer's appointments come to (docs/reference/appointments.md). */
export class CustomerStatsResponse {
  @ApiProperty({ type: 'integer', example: 6, description: 'All appointments, of every status' })
  total: number;

  @ApiProperty({
    type: 'integer',
    example: 1,
    description: 'Pending and confirmed appointments that start now or later',
  })
  upcoming: number;

  @ApiProperty({ type: 'integer', example: 4 })
  completed: number;

  @ApiProperty({ type: 'integer', example: 1 })
  cancelled: number;

  @ApiProperty({ type: 'integer', example: 0 })
  noShow: number;

  @ApiProperty({ example: 154, description: 'The sum of the prices of paid appointments' })
  totalSpent: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-02-03T09:00:00Z',
    description: 'Start of the first pending, confirmed or completed appointment, on the business’s clock',
  })
  firstAppointmentAt: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-12-01T09:00:00Z',
    description: 'Start of the last pending, confirmed or completed appointment, which may lie ahead',
  })
  lastAppointmentAt: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 2,
    description: 'The provider of most of these appointments; of several, the latest',
  })
  favouriteProviderId: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 1,
    description: 'The service of most of these appointments; of several, the latest',
  })
  favouriteServiceId: number | null;

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
