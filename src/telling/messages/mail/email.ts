import { businessOf } from '../../../platform/config/business';
import type { Config } from '../../../platform/config/config';
import type { Mailbox } from '../../../platform/config/mailbox';
import type { DueMessage } from '../due-message';
import { calendarEntries, type CalendarEntry } from './calendar-entry';
import { oneLine } from './escape';
import { OFFER } from '../message.entity';
import { MessageViews } from './message-view';
import { ownTemplates } from './templates';
import { chooseLanguage } from './wording/chosen-language';
import { fill, fillHtml } from './wording/fill';

/** What an e-mail says. */
export interface EmailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A message in the form of an e-mail. */
export interface Email extends EmailContent {
  /** The same at each attempt, so that mail servers and programs recognise a duplicate. */
  readonly messageId: string;
  readonly from: Mailbox;
  readonly to: Mailbox;
  /** One for each appointment; none in an offer, which is no appointment yet. */
  readonly calendars: readonly CalendarEntry[];
}

/** Composes the e-mail from the facts that were stored when the message was queued. */
export async function composeEmail(message: DueMessage, config: Config): Promise<Email> {
  const { id, instance, recipient, facts } = message;
  const from = config.mailFrom;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    messageId: `<notification-${id}.${instance}@${domain}>`,
    from,
    to: { name: oneLine(facts.customerName), address: recipient },
    ...contentOf(message, config),
    calendars: message.event === OFFER ? [] : await calendarEntries(message, from),
  };
}

/** What a message says, in the language of the customer or else of the business. */
export function contentOf(message: DueMessage, config: Config): EmailContent {
  const chosen = chooseLanguage(message.facts.language, config.businessLanguage);
  const { subject, text, html } = ownTemplates(chosen.catalog.subject);
  const view = new MessageViews(chosen, businessOf(config)).of(message);
  return {
    // A header has one line. A no-break space stays.
    subject: fill(subject, view)
      .replaceAll(/\s*[\r\n]\s*/g, ' ')
      .trim(),
    text: fill(text, view),
    html: fillHtml(html, view),
  };
}
