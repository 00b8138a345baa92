import { ApiProperty } from '@nestjs/swagger';
import { LocationResponse, toLocationResponse } from '../../../../business/locations/dto/location.response';
import { ProviderResponse, toProviderResponse } from '../../../../business/providers/dto/provider.response';
import { ServiceResponse, toServiceResponse } from '../../../../business/services/dto/service.response';
import { CustomerResponse, toCustomerResponse } from '../../../../people/customers/dto/customer.response';
import { AppointmentResponse } from '../../dto/appointment.response';
import type { IncludingRow } from '../including-row';

/** An appointment with the resources that `include` names, each as its own GET shows it. */
export class IncludingAppointmentResponse extends AppointmentResponse {
  @ApiProperty({
    type: CustomerResponse,
    required: false,
    nullable: true,
    description: 'With `include=customer`; null when the customer has been deleted meanwhile',
  })
  customer?: CustomerResponse | null;

  @ApiProperty({
    type: ServiceResponse,
    required: false,
    nullable: true,
    description: 'With `include=service`; null when the service has been deleted',
  })
  service?: ServiceResponse | null;

  @ApiProperty({
    type: ProviderResponse,
    required: false,
    nullable: true,
    description: 'With `include=provider`; never null, because a provider is deactivated and not deleted',
  })
  provider?: ProviderResponse | null;

  @ApiProperty({
    type: LocationResponse,
    required: false,
    nullable: true,
    description: 'With `include=location`; null when the appointment has none',
  })
  location?: LocationResponse | null;

  static override readonly of = (row: IncludingRow, zone: string): IncludingAppointmentResponse => {
    const appointment = AppointmentResponse.of(row, zone);
    return row.included === undefined ? appointment : Object.assign(appointment, shown(row.included, zone));
  };

  static readonly included = ({ included }: IncludingRow): readonly string[] | undefined =>
    included && Object.keys(included);
}

function shown(included: NonNullable<IncludingRow['included']>, zone: string) {
  const { customer, service, provider, location } = included;
  return {
    ...(customer !== undefined && { customer: customer && toCustomerResponse(customer, zone) }),
    ...(service !== undefined && { service: service && toServiceResponse(service) }),
    ...(provider !== undefined && { provider: provider && toProviderResponse(provider) }),
    ...(location !== undefined && { location: location && toLocationResponse(location) }),
  };
}
