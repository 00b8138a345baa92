import { languageAt } from '../../../business/locations/place-contact';
import type { Config } from '../../../platform/config/config';
import { type ChosenLanguage, chooseLanguage } from '../../wording/chosen-language';
import type { MessageFacts } from '../message-facts';

/** That of the customer, or else of the place, or else of the business. */
export function languageOf(
  { language, contact }: Pick<MessageFacts, 'language' | 'contact'>,
  config: Config,
): ChosenLanguage {
  return chooseLanguage(language, languageAt(config, contact));
}
