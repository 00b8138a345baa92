import type { DataSource } from 'typeorm';
import type { Config } from '../../platform/config/config';
import { reasonOf } from '../../platform/database/sqlstate';
import { type Finding, findingsOf } from './finding';

const RECEIVERS = `
  select count(*)::int as count from webhooks
  where active and (types is null or types && array['message.due', 'message.*'])`;

/** With SMS=webhook, texts are events: without a webhook that receives them, customers get none. */
export async function checkSms(dataSource: DataSource, { sms }: Config): Promise<Finding[]> {
  if (sms === 'off') return [];
  const { ok, warning } = findingsOf('SMS');
  try {
    const [{ count } = { count: 0 }] = await dataSource.query<{ count: number }[]>(RECEIVERS);
    if (count > 0) return [ok(`${count} active webhooks receive message.due`)];
    return [warning('SMS is webhook, but no active webhook receives message.due: customers get no SMS')];
  } catch (error) {
    return [warning(`webhooks cannot be read: ${reasonOf(error)}`)];
  }
}
