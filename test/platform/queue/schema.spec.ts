import PgBoss from 'pg-boss';
import { createDataSource } from '../../../src/platform/database/connection/data-source';
import { migrate } from '../../../src/platform/database/migrate';
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database/empty-database';
import { query } from '../../support/database/query';

describe('The schema of the queue', () => {
  const databases: EmptyDatabase[] = [];

  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  const create = async (): Promise<string> => {
    const database = await createEmptyDatabase();
    databases.push(database);
    return database.url;
  };

  it('equals the schema that the installed pg-boss creates, but for one index', async () => {
    const [byMigrations, byLibrary] = [await create(), await create()];
    const dataSource = await createDataSource({ url: byMigrations, poolSize: 1 }).initialize();
    await migrate(dataSource);
    await dataSource.destroy();
    const boss = await new PgBoss({ connectionString: byLibrary, max: 1, schedule: false }).start();
    const queues = await query<{ name: string }>(byMigrations, 'select name from pgboss.queue');
    for (const { name } of queues) await boss.createQueue(name);
    await boss.stop();
    const made = (await schemaOf(byMigrations)).filter((part) => !part.includes('notifications_waiting_idx'));
    expect(made.length).toBeGreaterThan(100);
    expect(made).toEqual(await schemaOf(byLibrary));
  });
});

/** The columns, constraints, indexes, functions and version of the schema `pgboss`. */
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
