import type { Config } from '../../../platform/config/config';
import type { DueMessage } from '../due-message';
import { LINK_PLACE } from '../link-place';
import { contentOf, type MailContent } from './email';
import { shortTextOf } from './short-text';

/** What an e-mail said, as it is kept: subject and text, without the link of the customer. */
export function saidIn(
  { subject, text }: Pick<MailContent, 'subject' | 'text'>,
  link: string | null,
): string {
  const said = `${subject}\n\n${text}`.trimEnd();
  return link === null ? said : said.replaceAll(link, LINK_PLACE);
}

/** What a message would say now, where it is not kept. Faults of templates are for the one who sends. */
export async function saidBy(
  { channel, event, facts }: Pick<DueMessage, 'channel' | 'event' | 'facts'>,
  config: Config,
): Promise<string> {
  const message = { event, facts, manageUrl: LINK_PLACE };
  if (channel === 'sms') return shortTextOf(message, config, ignoreFaults);
  return saidIn(await contentOf(message, config, ignoreFaults), null);
}

function ignoreFaults(): void {
  // The worker that sends the message logs them.
}
