import type { Mailbox } from '../../../platform/config/mailbox';
import type { DueNotification } from '../delivery/due-notification';
import { type CalendarEntry, calendarEntry, placeOf } from './calendar';
import { escapeHtml, oneLine } from './text';
import { spanText, startText } from './time-text';
import { type Wording, wordingOf } from './wording';

/** A message, ready to be sent. */
export interface MailMessage {
  /** The same whenever the message is sent again, so that a mail server or program can tell. */
  readonly messageId: string;
  readonly from: Mailbox;
  readonly to: Mailbox;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly calendar: CalendarEntry;
}

/** Writes the message: from what the appointment was when it was queued, not from what it is now. */
export async function writeMessage(notification: DueNotification, from: Mailbox): Promise<MailMessage> {
  const { id, instance, event, recipient, snapshot } = notification;
  const wording = wordingOf(event, snapshot.status);
  const what = oneLine(`${snapshot.serviceName} with ${snapshot.providerName}`);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    messageId: `<notification-${id}.${instance}@${domain}>`,
    from,
    to: { name: oneLine(snapshot.customerName), address: recipient },
    subject: `${wording.title}: ${what}, ${startText(snapshot.start, snapshot.timezone)}`,
    text: textOf(notification, wording, from),
    html: htmlOf(notification, wording, from),
    calendar: await calendarEntry(notification, from),
  };
}

function textOf(notification: DueNotification, { sentence }: Wording, from: Mailbox): string {
  const details = detailsOf(notification).map(([name, value]) => `${`${name}:`.padEnd(10)}${value}`);
  return [greeting(notification), '', sentence, '', ...details, '', signature(from), ''].join('\n');
}

function htmlOf(notification: DueNotification, { title, sentence }: Wording, from: Mailbox): string {
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const rows = detailsOf(notification).map(
    ([name, value]) =>
      `<tr><td style="padding:2px 16px 2px 0;color:#666">${name}</td><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="font-family:sans-serif;line-height:1.5;color:#222">
${paragraph(greeting(notification))}
${paragraph(sentence)}
<table style="border-collapse:collapse">
${rows.join('\n')}
</table>
${paragraph(signature(from))}
</body>
</html>
`;
}

function detailsOf(notification: DueNotification): [name: string, value: string][] {
  const { serviceName, providerName, start, end, timezone } = notification.snapshot;
  const place = placeOf(notification);
  return [
    ['What', oneLine(serviceName)],
    ['With', oneLine(providerName)],
    ['When', spanText(start, end, timezone)],
    ...(place === null ? [] : [['Where', place] satisfies [string, string]]),
  ];
}

function greeting({ snapshot }: DueNotification): string {
  return `Hello ${oneLine(snapshot.customerName)},`;
}

function signature({ name, address }: Mailbox): string {
  return name ?? address;
}
