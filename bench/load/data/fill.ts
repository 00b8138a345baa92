import { Client } from 'pg';
import { TAKE_TIME_OF_WRITTEN } from '../../../src/booking/diary/claims/claims.statements';
import type { Progress } from '../progress';
import { copyInto } from './copy';
import { type Table, tables } from './tables';

/** Business hours around all schedules. */
const HOURS = `update business_hours set work_start_min = 480, work_end_min = 1200,
  days = '{monday,tuesday,wednesday,thursday,friday,saturday}'`;

/**
 * Fills an empty database in one transaction. The audit triggers are off, because the trail would be larger than the data.
 * Foreign keys, the exclusion constraint and the tallies are on, so only data that could be booked can be copied.
 */
export async function fill(url: string, size: number, anchor: number, progress: Progress): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin; set local synchronous_commit = off');
    await fillTables(client, size, anchor, progress);
    progress.say('claims');
    await client.query(TAKE_TIME_OF_WRITTEN);
    await client.query('commit');
    progress.say('vacuum, analyze, checkpoint');
    for (const statement of ['vacuum (analyze)', 'checkpoint']) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Fills all tables but the claims, in the transaction of the client. */
export async function fillTables(
  client: Client,
  size: number,
  anchor: number,
  progress: Progress,
): Promise<void> {
  await audit(client, 'disable');
  await client.query(HOURS);
  for (const table of tables(size, anchor)) await copy(client, table, progress);
  await audit(client, 'enable');
}

async function audit(client: Client, action: 'enable' | 'disable'): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s ${action} trigger %I', tgrelid::regclass, tgname) as statement
     from pg_trigger where tgname like 'audit%'`,
  );
  await client.query(rows.map(({ statement }) => statement).join(';'));
}

async function copy(client: Client, table: Table, progress: Progress): Promise<void> {
  await copyInto(client, table, (count) => {
    progress.update(`copying ${table.name}: ${count.toLocaleString('en')}`);
  });
  if (!table.columns.includes('id') || table.name === 'providers') return;
  await client.query(
    `select setval(pg_get_serial_sequence('${table.name}', 'id'), max(id)) from ${table.name}`,
  );
}

const TRUNCATE = `
  truncate notifications, audit_entries, events, idempotency_records, webhooks, webhook_lanes, webhook_deliveries, webhook_replays;
  delete from pgboss.job`;

/** Deletes the rows that earlier measurements added to a filled database. */
export async function takeBack(url: string, size: number, customers: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount: appointments } = await client.query('delete from appointments where id > $1', [size]);
    const { rowCount: people } = await client.query('delete from customers where id > $1', [customers]);
    await client.query(TRUNCATE);
    if ((appointments ?? 0) + (people ?? 0) > 0)
      for (const table of ['appointments', 'claims', 'appointment_tallies', 'customers', 'pgboss.job'])
        await client.query(`vacuum (analyze) ${table}`);
  } finally {
    await client.end();
  }
}
