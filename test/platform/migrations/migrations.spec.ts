import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../src/platform/database/connection/data-source';
import { migrate } from '../../../src/platform/database/migrate';
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database/empty-database';
import { query } from '../../support/database/query';
import { readRelations, readSchema } from './schema';

describe('The migrations', () => {
  let database: EmptyDatabase;
  const open: DataSource[] = [];

  beforeEach(async () => {
    database = await createEmptyDatabase();
  });

  afterEach(async () => {
    await Promise.all(open.splice(0).map((dataSource) => dataSource.destroy()));
    await database.drop();
  });

  /** A DataSource like that of a starting service. */
  const connect = async () => {
    const dataSource = createDataSource({ url: database.url, poolSize: 2 });
    open.push(dataSource);
    return dataSource.initialize();
  };
  const executed = () => query<{ name: string }>(database.url, 'select name from migrations order by id');

  it('run up, all the way down to an empty database, and up again to the same schema', async () => {
    const dataSource = await connect();
    await migrate(dataSource);
    const schema = await readSchema(database.url);
    for (let left = (await executed()).length; left > 0; left--) await dataSource.undoLastMigration();
    expect(await readRelations(database.url)).toEqual(
      ['migrations', 'migrations_id_seq', expect.stringMatching(/^PK_/)].sort(),
    );
    await migrate(dataSource);
    expect(await readSchema(database.url)).toEqual(schema);
  });

  it('restore the same schema when the last one is undone and run again', async () => {
    const dataSource = await connect();
    await migrate(dataSource);
    const schema = await readSchema(database.url);
    await dataSource.undoLastMigration();
    expect(await dataSource.showMigrations()).toBe(true);
    await migrate(dataSource);
    expect(await readSchema(database.url)).toEqual(schema);
  });

  it('run once when three instances start at the same time', async () => {
    const first = await connect();
    const [second, third] = [await connect(), await connect()];
    await Promise.all([first, second, third].map(migrate));
    const names = (await executed()).map(({ name }) => name);
    expect(names).toEqual(first.migrations.map((migration) => migration.constructor.name));
  });

  it('change nothing when they run a second time', async () => {
    const dataSource = await connect();
    await migrate(dataSource);
    const before = await executed();
    await migrate(dataSource);
    expect(await executed()).toEqual(before);
    expect(await dataSource.showMigrations()).toBe(false);
  });

  it('create a database that holds the administrator and the business hours and no other rows', async () => {
    await migrate(await connect());
    expect(
      await query(database.url, 'select id, name, email, roles, active, password_hash from users'),
    ).toEqual([
      { id: 1, name: 'Administrator', email: null, roles: ['admin'], active: true, password_hash: null },
    ]);
    expect(
      await query(database.url, 'select work_start_min, work_end_min, days from business_hours'),
    ).toEqual([
      {
        work_start_min: 540,
        work_end_min: 1020,
        days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      },
    ]);
    expect(
      await query(
        database.url,
        'select from api_keys union all select from providers union all select from customers',
      ),
    ).toEqual([]);
  });

  it('are all rolled back when one of them fails', async () => {
    // TypeORM also logs the failure to the console.
    jest.spyOn(console, 'log').mockReturnValue();
    await query(database.url, 'create table customers (id int)');
    await expect(migrate(await connect())).rejects.toThrow('relation "customers" already exists');
    expect(await readRelations(database.url)).toEqual(['customers']);
  });
});
