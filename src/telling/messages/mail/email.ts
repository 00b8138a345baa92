import type { Mailbox } from '../../../platform/config/mailbox';
import type { DueMessage } from '../due-message';
import type { AppointmentFacts } from '../message-facts';
import { calendarEntries, type CalendarEntry, placeOf } from './calendar-entry';
import { escapeHtml, oneLine } from './escape';
import { spanText, startText } from './time-text';
import { OFFER } from '../message.entity';
import { type Wording, wordingOf } from './wording';

/** A message in the form of an e-mail. */
export interface Email {
  /** The same at each attempt, so that mail servers and programs recognise a duplicate. */
  readonly messageId: string;
  readonly from: Mailbox;
  readonly to: Mailbox;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** One for each appointment; none in an offer, which is no appointment yet. */
  readonly calendars: readonly CalendarEntry[];
}

/** Composes the e-mail from the facts that were stored when the message was queued. */
export async function composeEmail(message: DueMessage, from: Mailbox): Promise<Email> {
  const { id, instance, event, recipient, facts } = message;
  const others = facts.others ?? [];
  const wording = wordingOf(event, facts, others.length === 0);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const what = oneLine(`${facts.serviceName} with ${facts.providerName}`);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    messageId: `<notification-${id}.${instance}@${domain}>`,
    from,
    to: { name: oneLine(facts.customerName), address: recipient },
    subject: `${wording.title}: ${what}, ${startText(facts.start, facts.timezone)}${more}`,
    text: textOf(message, wording, from),
    html: htmlOf(message, wording, from),
    calendars: message.event === OFFER ? [] : await calendarEntries(message, from),
  };
}

function textOf(message: DueMessage, { sentence }: Wording, from: Mailbox): string {
  const details = detailsOf(message).map(([name, value]) => `${label(name).padEnd(10)}${value}`);
  return [greeting(message), '', sentence, '', ...details, '', senderName(from), ''].join('\n');
}

function label(name: string): string {
  return name === '' ? '' : `${name}:`;
}

function htmlOf(message: DueMessage, { title, sentence }: Wording, from: Mailbox): string {
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const rows = detailsOf(message).map(
    ([name, value]) =>
      `<tr><td style="padding:2px 16px 2px 0;color:#666">${name}</td><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="font-family:sans-serif;line-height:1.5;color:#222">
${paragraph(greeting(message))}
${paragraph(sentence)}
<table style="border-collapse:collapse">
${rows.join('\n')}
</table>
${paragraph(senderName(from))}
</body>
</html>
`;
}

function detailsOf(message: DueMessage): [name: string, value: string][] {
  const { serviceName, providerName, start, end, timezone, expiresAt } = message.facts;
  const place = placeOf(message);
  return [
    ['What', oneLine(serviceName)],
    ['With', oneLine(providerName)],
    ['When', spanText(start, end, timezone)],
    ...(message.facts.others ?? []).map((other): [string, string] => ['', otherText(message.facts, other)]),
    ...(place === null ? [] : [['Where', place] satisfies [string, string]]),
    ...(expiresAt === undefined
      ? []
      : [['Until', startText(expiresAt, timezone)] satisfies [string, string]]),
  ];
}

/** The time of another appointment, with what differs from the first. */
function otherText(first: AppointmentFacts, other: AppointmentFacts): string {
  const time = spanText(other.start, other.end, other.timezone);
  const what = [
    ...(other.serviceName === first.serviceName ? [] : [oneLine(other.serviceName)]),
    ...(other.providerName === first.providerName ? [] : [`with ${oneLine(other.providerName)}`]),
  ].join(' ');
  return what === '' ? time : `${time}: ${what}`;
}

function greeting({ facts }: DueMessage): string {
  return `Hello ${oneLine(facts.attendeeName ?? facts.customerName)},`;
}

function senderName({ name, address }: Mailbox): string {
  return name ?? address;
}
