import { Client } from 'pg';
import { SUPERUSER } from '../cluster/create-cluster';
import { EmbeddedServerError, messageOf } from '../errors';

const DATABASE = 'scheduling';

/** Creates the application's database on the first start of a cluster. @returns its URL */
export async function openApplicationDatabase(port: number, password: string): Promise<string> {
  const maintenance = databaseUrl(port, password, 'postgres');
  try {
    const [found] = await query(maintenance, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`);
    if (found === undefined) await query(maintenance, `CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    throw new EmbeddedServerError(`The embedded database refuses the connection: ${messageOf(error)}.`);
  }
  return databaseUrl(port, password, DATABASE);
}

/** Whether our server answers at a URL. SCRAM proves that it knows the password, without sending it. */
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
