import type { DataSource } from 'typeorm';
import { ProviderTotals1800001800000 } from '../../../migrations/1800001800000-provider-totals';
import { createMigratedDatabase, type MigratedDatabase } from './migrated-database';

/** Three appointments of Ana and one of Ben, of two statuses and in two months. */
const APPOINTMENTS = `
  insert into users (name, roles, created_at, updated_at)
  values ('Ana', '{provider}', now(), now()), ('Ben', '{provider}', now(), now());
  insert into providers (id) select id from users where name in ('Ana', 'Ben');
  insert into services (name, duration_min, created_at, updated_at) values ('Cut', 30, now(), now());
  insert into customers (first_name, created_at, updated_at) values ('Mia', now(), now());
  insert into appointments (provider_id, service_id, customer_id, start_at, end_at, busy, status, price, created_at, updated_at)
  select u.id, s.id, c.id, at, at + '30 min', tstzrange(at, at + interval '30 min'), status, 20.5, now(), now()
  from (values ('Ana', 'confirmed', timestamptz '2026-12-01T10:00Z'), ('Ana', 'confirmed', '2027-01-01T10:00Z'),
      ('Ana', 'cancelled', '2026-12-02T10:00Z'), ('Ben', 'pending', '2026-12-01T10:00Z')) wanted (name, status, at)
    join users u using (name), services s, customers c;`;
const TOTALS = `
  select u.name, t.total, t.cents::int as cents from appointment_tallies t join users u on u.id = t.provider_id
  where t.month = 'infinity' order by 1`;

describe('The migration of the totals of providers', () => {
  let database: MigratedDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createMigratedDatabase();
    ({ dataSource } = database);
    await database.run(new ProviderTotals1800001800000(), 'down');
    await dataSource.query(APPOINTMENTS);
    await database.run(new ProviderTotals1800001800000(), 'up');
  });

  afterAll(() => database.drop());

  it('counts the appointments that were there, of all months and statuses', async () => {
    expect(await dataSource.query(TOTALS)).toEqual([
      { name: 'Ana', total: 3, cents: 6150 },
      { name: 'Ben', total: 1, cents: 2050 },
    ]);
  });

  it('leaves the row of a provider alone when an appointment changes its status', async () => {
    const versions = () =>
      dataSource.query<object[]>(
        `select provider_id, xmin from appointment_tallies where month = 'infinity'`,
      );
    const before = await versions();
    await dataSource.query(`update appointments set status = 'completed'`);
    expect(await versions()).toEqual(before);
  });
});
