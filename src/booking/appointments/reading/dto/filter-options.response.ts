import { ApiProperty } from '@nestjs/swagger';
import { PAYMENT_STATUSES, type PaymentStatus, type Status, STATUSES } from '../../../appointment-status';
import type { FilterOptions, FilterOption } from '../appointment-reports.queries';

/** A value of a filter, and its name. */
export class OptionResponse {
  @ApiProperty({ type: 'integer', example: 2 })
  id: number;

  @ApiProperty({ example: 'Ana Silva' })
  name: string;
}

/** The values of the filters of a list of appointments, sorted by name (docs/reference/appointments.md). */
export class FilterOptionsResponse {
  @ApiProperty({ enum: STATUSES, isArray: true, example: STATUSES })
  statuses: Status[];

  @ApiProperty({ enum: PAYMENT_STATUSES, isArray: true, example: PAYMENT_STATUSES })
  paymentStatuses: PaymentStatus[];

  @ApiProperty({ type: [OptionResponse], description: 'Deactivated providers included' })
  providers: OptionResponse[];

  @ApiProperty({ type: [OptionResponse], description: 'Inactive services included, deleted ones not' })
  services: OptionResponse[];

  @ApiProperty({ type: [OptionResponse] })
  locations: OptionResponse[];

  static readonly of = toFilterOptions;
}

function toFilterOptions({ providers, services, locations }: FilterOptions): FilterOptionsResponse {
  return {
    statuses: [...STATUSES],
    paymentStatuses: [...PAYMENT_STATUSES],
    providers: providers.map(toOption),
    services: services.map(toOption),
    locations: locations.map(toOption),
  };
}

function toOption({ id, name }: FilterOption): OptionResponse {
  return { id, name };
}
