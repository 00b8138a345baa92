import type { DataSource } from 'typeorm';
import { AssignmentLists1800000200000 } from '../../../migrations/1800000200000-assignment-lists';
import { createMigratedDatabase, type MigratedDatabase } from './migrated-database';

describe('The migration of assignment lists', () => {
  let database: MigratedDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createMigratedDatabase();
    ({ dataSource } = database);
    await database.run(new AssignmentLists1800000200000(), 'down');
    await dataSource.query(`
      insert into users (name, roles, created_at, updated_at)
        select name, '{provider}', now(), now() from unnest(array['Ana', 'Ben']) name;
      insert into providers (id, slug) select id, lower(name) from users where 'provider' = any (roles);
      insert into services (name, duration_min, created_at, updated_at) values ('Cut', 30, now(), now());
      insert into provider_services select p.id, s.id from providers p, services s where p.slug = 'ana';
      delete from audit_entries;
    `);
    await database.run(new AssignmentLists1800000200000(), 'up');
  });

  afterAll(() => database.drop());

  it('gives a list only to providers with assignments, and to no service', async () => {
    const lists = await dataSource.query(
      `select slug as name, lists_services as "hasList" from providers
       union all select name, lists_providers from services order by 1`,
    );
    expect(lists).toEqual([
      { name: 'ana', hasList: true },
      { name: 'ben', hasList: false },
      { name: 'Cut', hasList: false },
    ]);
  });

  it('writes no entry to the audit trail', async () => {
    expect(await dataSource.query('select * from audit_entries')).toEqual([]);
  });
});
