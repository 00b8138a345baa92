import { createHmac } from 'node:crypto';
import { Client } from 'pg';
import { SUPERUSER } from '../cluster/create-cluster';
import { EmbeddedServerError, messageOf } from '../errors';
import { OWNERSHIP_TO_HAND_OVER } from './handed-over';

const DATABASE = 'scheduling';

/** As which the application connects: it owns its database, and has no rights on the server, its files or its programs. */
const APPLICATION_ROLE = 'scheduling_service';

export interface DatabaseUrls {
  /** For the application. */
  readonly url: string;
  /** The same database for the cluster's superuser, which may copy the cluster. */
  readonly superuserUrl: string;
}

/**
 * Creates the application's role and database on the first start of a cluster. Gives the role what a superuser has created in
 * the database: earlier releases connected as the superuser.
 */
export async function openApplicationDatabase(port: number, password: string): Promise<DatabaseUrls> {
  const rolePassword = passwordOfRole(password);
  const urlOf = (role: string, secret: string, database: string) =>
    `postgres://${role}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${database}`;
  const superuserUrl = urlOf(SUPERUSER, password, DATABASE);
  try {
    await connected(urlOf(SUPERUSER, password, 'postgres'), (client) => createMissing(client, rolePassword));
    await connected(superuserUrl, handOver);
  } catch (error) {
    throw new EmbeddedServerError(`The embedded database refuses the connection: ${messageOf(error)}.`);
  }
  return { url: urlOf(APPLICATION_ROLE, rolePassword, DATABASE), superuserUrl };
}

/** Whether our server answers at a URL. SCRAM proves that it knows the password, without sending it. */
export async function answers(url: string): Promise<boolean> {
  return connected(url, (client) => client.query('SELECT 1')).then(
    () => true,
    () => false,
  );
}

/** Follows from the superuser's, so that every copy of a cluster has both, and reveals nothing of it. */
function passwordOfRole(password: string): string {
  return createHmac('sha256', password).update(APPLICATION_ROLE).digest('base64');
}

async function createMissing(client: Client, rolePassword: string): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
       EXISTS (SELECT FROM pg_database WHERE datname = $2) AS database`,
    [APPLICATION_ROLE, DATABASE],
  );
  const [has] = rows;
  if (has?.role !== true) {
    const literal = client.escapeLiteral(rolePassword);
    await client.query(`CREATE ROLE ${APPLICATION_ROLE} LOGIN PASSWORD ${literal}`);
  }
  if (has?.database !== true) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${APPLICATION_ROLE}`);
}

async function handOver(client: Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(OWNERSHIP_TO_HAND_OVER, [APPLICATION_ROLE]);
  if (rows.length === 0) return;
  // Several statements in one string are one transaction: a crash leaves all or nothing handed over.
  await client.query(rows.map(({ statement }) => statement).join(';\n'));
}

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
