import type { DataSource } from 'typeorm';
import { Claims1800000500000 } from '../../../migrations/1800000500000-claims';
import { createMigratedDatabase, type MigratedDatabase } from './migrated-database';

/** One appointment of each status, in the order of their ids, at the same time a day apart. */
const APPOINTMENTS = `
  insert into users (name, roles, created_at, updated_at) values ('Ana', '{provider}', now(), now());
  insert into providers (id) select id from users where name = 'Ana';
  insert into services (name, duration_min, created_at, updated_at) values ('Cut', 30, now(), now());
  insert into customers (first_name, created_at, updated_at) values ('Mia', now(), now());
  insert into appointments (provider_id, service_id, customer_id, start_at, end_at, busy, status, created_at, updated_at)
  select p.id, s.id, c.id, at, at + '30 min', tstzrange(at - interval '5 min', at + interval '30 min'), status, now(), now()
  from providers p, services s, customers c,
    unnest(array['pending', 'confirmed', 'completed', 'cancelled', 'no-show']) with ordinality known(status, day),
    lateral (select '2026-12-01T10:00Z'::timestamptz + day * interval '1 day') t(at)
  order by day;`;

describe('The migration of claims', () => {
  let database: MigratedDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createMigratedDatabase();
    ({ dataSource } = database);
    await database.run(new Claims1800000500000(), 'down');
    await dataSource.query(APPOINTMENTS);
    await database.run(new Claims1800000500000(), 'up');
  });

  afterAll(() => database.drop());

  it('claims the time of every appointment whose status occupies it, and of no other', async () => {
    const claims = await dataSource.query(
      `select a.status, c.provider_id = a.provider_id and c.busy = a.busy as "isSame"
       from claims c join appointments a on a.id = c.appointment_id order by a.id`,
    );
    expect(claims).toEqual(['pending', 'confirmed', 'completed'].map((status) => ({ status, isSame: true })));
  });

  it('lets the database refuse an overlapping claim, whose session is another', async () => {
    const again = dataSource.query(
      'insert into claims (provider_id, busy, appointment_id) select provider_id, busy, appointment_id from claims limit 1',
    );
    await expect(again).rejects.toThrow('claims_no_overlap');
  });

  it('is taken back to the constraint on appointments', async () => {
    await database.run(new Claims1800000500000(), 'down');
    const again = dataSource.query(
      `insert into appointments (provider_id, service_id, customer_id, start_at, end_at, busy, status, created_at, updated_at)
       select provider_id, service_id, customer_id, start_at, end_at, busy, status, now(), now()
       from appointments where status = 'confirmed'`,
    );
    await expect(again).rejects.toThrow('appointments_no_overlap');
  });
});
