import { businessAt } from '../../../business/locations/place-contact';
import type { Config } from '../../../platform/config/config';
import type { Mailbox } from '../../../platform/config/mailbox';
import type { DueMessage } from '../due-message';
import { calendarEntries, type CalendarEntry, uidOf } from '../calendar/calendar-entry';
import { type OnFaults, templatesFor } from './chosen-templates';
import { EntryTexts } from './entry-texts';
import { oneLine } from '../../../platform/values/one-line';
import { OFFER } from '../message-kinds';
import { MessageViews } from './message-view';
import { MAIL_PARTS, type MailPart } from './templates';
import { languageOf } from './message-language';
import { fill, fillHtml } from '../../wording/fill';

export type MailContent = Readonly<Record<MailPart, string>>;

/** What a message is worded of. */
export type WordedMessage = Pick<DueMessage, 'event' | 'facts' | 'manageUrl'>;

/** A message in the form of an e-mail. */
export interface Email extends MailContent {
  /** The same at each attempt, so that mail servers and programs recognise a duplicate. */
  readonly messageId: string;
  /** A Message-ID that no e-mail has; null: an offer, which stands alone. Mail programs put those that refer to the same one together. */
  readonly thread: string | null;
  readonly from: Mailbox;
  /** Where answers go; null: to the sender. */
  readonly replyTo: string | null;
  readonly to: Mailbox;
  /** One; none in an offer, which is no appointment yet, and none to a provider, who has a feed. Several for what versions before have booked together. */
  readonly calendars: readonly CalendarEntry[];
}

/** Composes the e-mail from the facts that were stored when the message was queued. */
export async function composeEmail(message: DueMessage, config: Config, onFaults: OnFaults): Promise<Email> {
  const { id, instance, recipient, facts } = message;
  const { address } = config.mailFrom;
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return {
    messageId: `<notification-${id}.${instance}@${domain}>`,
    thread: message.event === OFFER ? null : `<thread-${uidOf(message).replace('@', '.')}@${domain}>`,
    from: { name: facts.contact?.senderName ?? config.mailFrom.name, address },
    replyTo: facts.contact?.email ?? null,
    to: { name: oneLine(facts.recipientName ?? facts.customerName), address: recipient },
    ...(await contentOf(message, config, onFaults)),
    calendars:
      message.event === OFFER || facts.recipientName !== undefined ? [] : await calendarsOf(message, config),
  };
}

function calendarsOf(message: DueMessage, config: Config): Promise<CalendarEntry[]> {
  const { facts, recipient } = message;
  const words = new EntryTexts(languageOf(facts, config));
  const { contact } = facts;
  const organizer = {
    name: contact?.senderName ?? config.mailFrom.name ?? businessAt(config, contact).name,
    email: contact?.email ?? config.mailFrom.address,
  };
  const attendee = { name: facts.customerName, email: recipient };
  return calendarEntries(message, words, { organizer, attendee });
}

/** What a message says. */
export async function contentOf(
  message: WordedMessage,
  config: Config,
  onFaults: OnFaults,
): Promise<MailContent> {
  const chosen = languageOf(message.facts, config);
  const { subject, text, html } = await templatesFor(message, MAIL_PARTS, chosen, config, onFaults);
  const view = new MessageViews(chosen, businessAt(config, message.facts.contact)).of(message);
  return {
    // A header has one line. A no-break space stays.
    subject: fill(subject, view)
      .replaceAll(/\s*[\r\n]\s*/g, ' ')
      .trim(),
    text: fill(text, view),
    html: fillHtml(html, view),
  };
}
