import { Client } from 'pg';
import { SUPERUSER } from '../cluster/create-cluster';
import { EmbeddedServerError, messageOf } from '../errors';

const DATABASE = 'scheduling';

/** The URL of the application's database, which is created when this is the cluster's first start. */
export async function openApplicationDatabase(port: number, password: string): Promise<string> {
  const maintenance = databaseUrl(port, password, 'postgres');
  try {
    const [found] = await query(maintenance, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`);
    if (found === undefined) await query(maintenance, `CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    throw new EmbeddedServerError(`The embedded database does not let us in: ${messageOf(error)}.`);
  }
  return databaseUrl(port, password, DATABASE);
}

/** Whether the server is there and is ours: it knows the password, which scram proves without sending it. */
export async function answers(url: string): Promise<boolean> {
  return query(url, 'SELECT 1').then(
    () => true,
    () => false,
  );
}

function databaseUrl(port: number, password: string, database: string): string {
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
