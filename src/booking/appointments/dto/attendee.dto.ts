import { hidden } from '../../../platform/http/hiding/hidden-members';
import { answered } from '../../../platform/http/validation/members';
import { orNull, TEXT } from '../../../platform/http/validation/shapes';

/** Members of an appointment: what the booking said of the person who comes. */
export const ATTENDEE_MEMBERS = {
  attendeeName: answered(orNull(TEXT), {
    example: null,
    description: 'The person who comes, where the booking named another person than the customer',
  }),
  attendeePhone: hidden(
    'contacts',
    answered(orNull(TEXT), {
      example: null,
      description: 'The phone of the booking, where it differs from the customer’s',
    }),
  ),
  attendeeLanguage: answered(orNull(TEXT), {
    example: null,
    description: 'The language of the booking (BCP 47), where it differs from the customer’s',
  }),
  attendeeTimezone: answered(orNull(TEXT), {
    example: null,
    description: 'The time zone of the booking (an IANA name), where it differs from the customer’s',
  }),
};
