import type { Database } from '../../platform/database/database';

const RECORD = {
  name: 'health.record-url',
  text: 'update instance set url = $1 where url is distinct from $1',
};
const FIND = { name: 'health.recorded-url', text: 'select url from instance' };

/** Records where this machine reaches the service, for commands. Of several instances, the last one to start is recorded. */
export async function recordUrl(database: Database, url: string): Promise<void> {
  await database.rows(RECORD, [url]);
}

/** Where the service that started last was reached. It may have ended since. */
export async function recordedUrl(database: Database): Promise<string | undefined> {
  const { url } = await database.one<{ url: string | null }>(FIND, []);
  return url ?? undefined;
}
