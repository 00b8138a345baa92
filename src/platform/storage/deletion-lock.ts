import { Client } from 'pg';

/** Key of the advisory lock that deletions of files share, and that a backup takes for itself. */
export const DELETION_LOCK = 7_206_519_405;

/** Runs `work` while no process deletes stored files: a running deletion ends first, later ones wait. @param url of the database */
export async function withoutDeletions<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  // A connection that breaks gives up the lock; the statements of the work fail with the server.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [DELETION_LOCK]);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}
