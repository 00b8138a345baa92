import { hidden } from '../../../platform/http/hiding/hidden-members';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { INSTANT, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { formatInstant } from '../../../platform/time/instant-text';
import { LINK_PLACE } from '../link-place';

/** What an event `message.due` says: an SMS that is to be sent. */
export class DueMessageResponse extends AnswerOf({
  to: hidden(
    'contacts',
    answered(orNull(TEXT), {
      example: '+4930901820',
      description: 'A telephone number in the form of E.164; null once the customer was erased',
    }),
  ),
  text: hidden(
    'contacts',
    answered(orNull(TEXT), {
      example: 'Salon Linde: Reminder: Haircut with Ana Silva, Tuesday, 1 December 2026, 09:00',
      description: `In the language of the customer; null once the customer was erased. Where GET shows \`${LINK_PLACE}\`, a webhook gets the link of the customer`,
    }),
  ),
  expiresAt: answered(INSTANT, {
    example: '2026-12-01T09:00:00+01:00',
    description:
      'The start of the appointment, or the end of the offer: from then on no webhook is sent the event',
  }),
}) {}

export function toDueMessageResponse(
  { recipient, text, expiresAt }: { recipient: string | null; text: string | null; expiresAt: Date | null },
  zone: string,
): DueMessageResponse {
  // An event is of a message with a text, and the text is written with its end.
  return { to: recipient, text, expiresAt: formatInstant(expiresAt?.getTime() ?? 0, zone) };
}
