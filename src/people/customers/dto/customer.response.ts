import { formatInstant } from '../../../platform/time/instant-text';
import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import type { Customer } from '../customer.entity';
import { inKeyOrder } from '../../../platform/metadata/metadata';
import { INSTANT, INTEGER, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { METADATA } from '../../../platform/metadata/metadata-fields';

/** A customer (docs/reference/customers.md). */
export class CustomerResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  firstName: answered(TEXT, { example: 'Mia' }),
  lastName: answered(TEXT, { example: 'Keller', description: '`""` when there is none' }),
  email: answered(orNull(TEXT), { example: 'mia.keller@example.com' }),
  phone: answered(orNull(TEXT), { example: '+49 30 901820' }),
  address: answered(orNull(TEXT), { example: '7 Park Lane, 10115 Berlin' }),
  notes: answered(orNull(TEXT), { example: 'Prefers mornings' }),
  metadata: METADATA,
  createdAt: answered(orNull(INSTANT), {
    example: '2026-11-20T14:05:11Z',
    description: 'In the zone of the business',
  }),
  erasedAt: answered(orNull(INSTANT), {
    example: null,
    description: 'When the person was erased: the customer is anonymous, and cannot be changed or booked for',
  }),
}) {
  static readonly of = toCustomerResponse;
}

export function toCustomerResponse(customer: ReadRow<Customer>, zone: string): CustomerResponse {
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
