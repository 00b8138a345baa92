import { parseConfig } from '../../../../src/platform/config/config';
import { contentOf } from '../../../../src/telling/messages/mail/email';
import { sampleMessage } from '../../../../src/telling/messages/mail/sample-message';
import type { MessageName } from '../../../../src/telling/messages/mail/message-name';

/** A business as messages and pages name it. */
export const SALON = {
  BUSINESS_NAME: 'Salon Linde',
  BUSINESS_ADDRESS: 'Lindenstraße 14, 10969 Berlin',
  BUSINESS_PHONE: '+49 30 901820',
  BUSINESS_EMAIL: 'hello@salon.example',
};
const CONFIG = parseConfig(SALON);

/** What a message with example data says. @param count of how many appointments @param facts others than those of the example */
export function sampleContent(
  name: MessageName,
  language: string,
  count = 1,
  facts: object = {},
): ReturnType<typeof contentOf> {
  const message = sampleMessage(name, language, count);
  return contentOf({ ...message, facts: { ...message.facts, ...facts } }, CONFIG, (faults) => {
    throw new Error(`a template has faults: ${JSON.stringify(faults)}`);
  });
}
