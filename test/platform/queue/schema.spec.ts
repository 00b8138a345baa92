import PgBoss from 'pg-boss';
import { createDataSource } from '../../../src/platform/database/data-source';
import { migrate } from '../../../src/platform/database/migrate';
import { createEmptyDatabase, type EmptyDatabase } from '../../support/empty-database';
import { query } from '../../support/query';

describe('the schema of the queue', () => {
  const databases: EmptyDatabase[] = [];

  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  const create = async (): Promise<string> => {
    const database = await createEmptyDatabase();
    databases.push(database);
    return database.url;
  };

  it('is, word for word, the one that the installed library makes', async () => {
    const [byMigrations, byLibrary] = [await create(), await create()];
    const dataSource = await createDataSource({ url: byMigrations, poolSize: 1 }).initialize();
    await migrate(dataSource);
    await dataSource.destroy();
    const boss = await new PgBoss({ connectionString: byLibrary, max: 1, schedule: false }).start();
    const queues = await query<{ name: string }>(byMigrations, 'select name from pgboss.queue');
    for (const { name } of queues) await boss.createQueue(name);
    await boss.stop();
    const made = await schemaOf(byMigrations);
    expect(made.length).toBeGreaterThan(100);
    expect(made).toEqual(await schemaOf(byLibrary));
  });

  it('takes over the messages that were queued before there was one', async () => {
    const url = await create();
    const dataSource = await createDataSource({ url, poolSize: 1 }).initialize();
    await migrate(dataSource);
    while (await isThere(url)) await dataSource.undoLastMigration();
    await query(
      url,
      `with mia as (insert into customers (first_name, created_at, updated_at) values ('Mia', now(), now()) returning id)
       insert into notifications (id, appointment_id, customer_id, channel, event, recipient, sequence, snapshot, status,
         attempts, next_attempt_at, created_at)
       select n.id, 7, mia.id, 'email', 'reminder', 'mia@example.com', 0, '{}', n.status, n.attempts, n.at, n.at
       from mia, (values (1, 'queued', 0, timestamptz '2026-11-20 08:00Z'), (2, 'queued', 3, '2026-11-20 08:04Z'),
         (3, 'sent', 1, '2026-11-20 08:05Z'), (4, 'failed', 12, '2026-11-20 20:00Z')) as n (id, status, attempts, at)`,
    );
    await migrate(dataSource);
    await dataSource.destroy();
    expect(
      await query(
        url,
        `select data, state, start_after, retry_limit, retry_delay, retry_backoff, extract(epoch from expire_in)::int as expire_s
         from pgboss.job order by start_after`,
      ),
    ).toEqual(
      [
        { data: { notificationId: 1 }, start_after: new Date('2026-11-20T08:00:00Z') },
        { data: { notificationId: 2 }, start_after: new Date('2026-11-20T08:04:00Z') },
      ].map((job) => ({
        ...job,
        state: 'created',
        ...{ retry_limit: 12, retry_delay: 14, retry_backoff: true, expire_s: 300 },
      })),
    );
    expect(await query(url, 'select id, next_attempt_at as at from notifications order by id')).toEqual([
      { id: 1, at: null },
      { id: 2, at: new Date('2026-11-20T08:04:00Z') },
      { id: 3, at: null },
      { id: 4, at: null },
    ]);
  });
});

async function isThere(url: string): Promise<boolean> {
  return (await query(url, `select from pg_namespace where nspname = 'pgboss'`)).length > 0;
}

/** Columns, constraints, indexes, functions and the version. */
async function schemaOf(url: string): Promise<string[]> {
  const rows = await query<{ part: string }>(
    url,
    `select concat_ws(' ', table_name, column_name, udt_name, is_nullable, column_default) as part
     from information_schema.columns where table_schema = 'pgboss'
     union select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
     where connamespace = 'pgboss'::regnamespace
     union select indexdef from pg_indexes where schemaname = 'pgboss'
     union select concat_ws(' ', proname, pg_get_function_arguments(oid), lower(regexp_replace(prosrc, '\\s', '', 'g')))
     from pg_proc where pronamespace = 'pgboss'::regnamespace
     union select concat_ws(' ', enumlabel, enumsortorder) from pg_enum
     union select version::text from pgboss.version
     order by 1`,
  );
  return rows.map(({ part }) => part);
}
