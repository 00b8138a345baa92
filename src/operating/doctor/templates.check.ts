import type { Config } from '../../platform/config/config';
import { reasonOf } from '../../platform/database/sqlstate';
import { examineTemplates } from '../../telling/messages/mail/template-folder';
import { type Finding, findingsOf } from './finding';

/** A template with faults is not used: customers get the own text of the service. */
export async function checkTemplates({ messageTemplates }: Config): Promise<Finding[]> {
  if (messageTemplates === undefined) return [];
  const { ok, warning, fault } = findingsOf('message templates');
  try {
    const { count, faults } = await examineTemplates(messageTemplates);
    if (faults.length === 0) return [ok(`${count} in ${messageTemplates}`)];
    return faults.map(({ file, reason }) => warning(`${file}: ${reason}`));
  } catch (error) {
    return [fault(`${messageTemplates}: ${reasonOf(error)}`)];
  }
}
