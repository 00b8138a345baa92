import { businessAt } from '../../../business/locations/place-contact';
import type { Config } from '../../../platform/config/config';
import { type OnFaults, templatesFor } from './chosen-templates';
import type { WordedMessage } from './email';
import { languageOf } from './message-language';
import { MessageViews } from './message-view';
import { fill } from '../../wording/fill';

/** What a message says as an SMS. */
export async function shortTextOf(
  message: WordedMessage,
  config: Config,
  onFaults: OnFaults,
): Promise<string> {
  const chosen = languageOf(message.facts, config);
  const { sms } = await templatesFor(message, ['sms'], chosen, config, onFaults);
  return fill(sms, new MessageViews(chosen, businessAt(config, message.facts.contact)).of(message)).trim();
}
