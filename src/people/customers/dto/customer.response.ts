import { ApiProperty } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import type { Customer } from '../customer.entity';
import { inKeyOrder, type Metadata } from '../../../platform/metadata/metadata';
import { ApiMetadata } from '../../../platform/metadata/metadata-fields';

/** A customer (docs/reference/customers.md). */
export class CustomerResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ example: 'Mia' })
  firstName: string;

  @ApiProperty({ example: 'Keller', description: '`""` when there is none' })
  lastName: string;

  @ApiProperty({ type: String, nullable: true, example: 'mia.keller@example.com' })
  email: string | null;

  @ApiProperty({ type: String, nullable: true, example: '+49 30 901820' })
  phone: string | null;

  @ApiProperty({ type: String, nullable: true, example: '7 Park Lane, 10115 Berlin' })
  address: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Prefers mornings' })
  notes: string | null;

  @ApiMetadata()
  metadata: Metadata;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    example: '2026-11-20T14:05:11Z',
    description: 'In the zone of the business',
  })
  createdAt: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    example: null,
    description: 'When the person was erased: the customer is anonymous, and cannot be changed or booked for',
  })
  erasedAt: string | null;

  static readonly of = toCustomerResponse;
}

export function toCustomerResponse(customer: Customer, zone: string): CustomerResponse {
  return {
    id: customer.id,
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email,
    phone: customer.phone,
    address: customer.address,
    notes: customer.notes,
    metadata: inKeyOrder(customer.metadata),
    createdAt: formatInstant(customer.createdAt.getTime(), zone),
    erasedAt: customer.erasedAt && formatInstant(customer.erasedAt.getTime(), zone),
  };
}
