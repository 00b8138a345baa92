import type { DataSource } from 'typeorm';
import { Resources1800000700000 } from '../../../migrations/1800000700000-resources';
import { SeatsAndHolds1800000800000 } from '../../../migrations/1800000800000-seats-and-holds';
import { createMigratedDatabase, type MigratedDatabase } from './migrated-database';

const BEFORE = `
  insert into users (name, roles, created_at, updated_at) values ('Ana', '{provider}', now(), now());
  insert into providers (id) select id from users where name = 'Ana';
  insert into services (name, duration_min, created_at, updated_at) values ('Cut', 30, now(), now());
  insert into time_off (provider_id, start_at, end_at, created_at) select id, now(), now() + '1 day', now() from providers;`;

describe('The migration of resources', () => {
  let database: MigratedDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createMigratedDatabase();
    ({ dataSource } = database);
    await database.run(new SeatsAndHolds1800000800000(), 'down');
    await database.run(new Resources1800000700000(), 'down');
    await dataSource.query(BEFORE);
    await database.run(new Resources1800000700000(), 'up');
  });

  afterAll(() => database.drop());

  it('gives existing services one seat, and lets them need no resources', async () => {
    const services = await dataSource.query('select capacity, resources from services');
    expect(services).toEqual([{ capacity: 1, resources: [] }]);
  });

  it('keeps the time off of providers, and refuses time off without an owner', async () => {
    const owned = await dataSource.query('select provider_id is not null as owned from time_off');
    expect(owned).toEqual([{ owned: true }]);
    const ownerless = dataSource.query(
      `insert into time_off (start_at, end_at, created_at) values (now(), now() + '1 day', now())`,
    );
    await expect(ownerless).rejects.toThrow('time_off_one_owner');
  });

  it('deletes only the time off of resources when it is taken back', async () => {
    await dataSource.query(`
      insert into resources (name, kind, created_at, updated_at) values ('Room 1', 'room', now(), now());
      insert into time_off (resource_id, start_at, end_at, created_at) select id, now(), now() + '1 day', now() from resources;`);
    await database.run(new Resources1800000700000(), 'down');
    const left = await dataSource.query('select provider_id is not null as owned from time_off');
    expect(left).toEqual([{ owned: true }]);
  });
});
