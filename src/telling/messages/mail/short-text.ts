import { businessOf } from '../../../platform/config/business';
import type { Config } from '../../../platform/config/config';
import { type OnFaults, templatesFor } from './chosen-templates';
import type { WordedMessage } from './email';
import { MessageViews } from './message-view';
import { chooseLanguage } from '../../wording/chosen-language';
import { fill } from '../../wording/fill';

/** What a message says as an SMS, in the language of the customer or else of the business. */
export async function shortTextOf(
  message: WordedMessage,
  config: Config,
  onFaults: OnFaults,
): Promise<string> {
  const chosen = chooseLanguage(message.facts.language, config.businessLanguage);
  const { sms } = await templatesFor(message, ['sms'], chosen, config, onFaults);
  return fill(sms, new MessageViews(chosen, businessOf(config)).of(message)).trim();
}
