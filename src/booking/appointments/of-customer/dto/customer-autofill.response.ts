import { hidden } from '../../../../platform/http/hiding/hidden-members';
import type { CustomerAutofill } from '../customer-appointments.queries';
import { INTEGER, orNull, TEXT } from '../../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../../platform/http/validation/members';

/** The details that a booking form fills in for a known customer (docs/reference/appointments.md). */
export class CustomerAutofillResponse extends AnswerOf({
  name: answered(TEXT, { example: 'Mia Keller', description: 'The `name` of POST /appointments' }),
  firstName: answered(TEXT, { example: 'Mia' }),
  lastName: answered(TEXT, { example: 'Keller' }),
  email: hidden('contacts', answered(orNull(TEXT), { example: 'mia.keller@example.com' })),
  phone: hidden('contacts', answered(orNull(TEXT), { example: '+49 30 901820' })),
  address: hidden('contacts', answered(orNull(TEXT), { example: 'Lindenstraße 4, Berlin' })),
  lastProviderId: answered(orNull(INTEGER), {
    example: 2,
    description: 'The provider of the latest pending, confirmed or completed appointment',
  }),
  lastServiceId: answered(orNull(INTEGER), {
    example: 1,
    description: 'The service of the same appointment',
  }),
}) {
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
