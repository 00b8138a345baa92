import { ApiProperty } from '@nestjs/swagger';
import { LocationResponse } from '../../../../business/locations/dto/location.response';
import { ProviderResponse } from '../../../../business/providers/dto/provider.response';
import { ServiceResponse } from '../../../../business/services/dto/service.response';
import { CustomerResponse } from '../../../../people/customers/dto/customer.response';
import { AppointmentResponse } from '../../dto/appointment.response';

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
}
