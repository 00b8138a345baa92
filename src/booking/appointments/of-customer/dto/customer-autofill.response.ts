import { ApiProperty } from '@nestjs/swagger';
import type { CustomerAutofill } from '../customer-appointments.queries';

/** The details that a booking form fills in for a known customer (docs/reference/appointments.md). */
export class CustomerAutofillResponse {
  @ApiProperty({ example: 'Mia Keller', description: 'The `name` of POST /appointments' })
  name: string;

  @ApiProperty({ example: 'Mia' })
  firstName: string;

  @ApiProperty({ example: 'Keller' })
  lastName: string;

  @ApiProperty({ type: String, nullable: true, example: 'mia.keller@example.com' })
  email: string | null;

  @ApiProperty({ type: String, nullable: true, example: '+49 30 901820' })
  phone: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Lindenstraße 4, Berlin' })
  address: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 2,
    description: 'The provider of the latest pending, confirmed or completed appointment',
  })
  lastProviderId: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 1,
    description: 'The service of the same appointment',
  })
  lastServiceId: number | null;

  static readonly of = toCustomerAutofill;
}

function toCustomerAutofill(customer: CustomerAutofill): CustomerAutofillResponse {
  return {
    name: `${customer.first_name} ${customer.last_name}`.trim(),
    firstName: customer.first_name,
    lastName: customer.last_name,
    email: customer.email,
    phone: customer.phone,
    address: customer.address,
    lastProviderId: customer.last_provider_id,
    lastServiceId: customer.last_service_id,
  };
}
