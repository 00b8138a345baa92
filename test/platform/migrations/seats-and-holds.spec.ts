import type { DataSource } from 'typeorm';
import { SeatsAndHolds1800000800000 } from '../../../migrations/1800000800000-seats-and-holds';
import { TAKE_TIME_OF_WRITTEN } from '../../../src/booking/diary/claims/claims.statements';
import { createMigratedDatabase, type MigratedDatabase } from './migrated-database';

const BEFORE = `
  insert into users (name, roles, created_at, updated_at) values ('Ana', '{provider}', now(), now());
  insert into providers (id) select id from users where name = 'Ana';
  insert into services (name, duration_min, created_at, updated_at) values ('Cut', 30, now(), now());
  insert into customers (first_name, created_at, updated_at) values ('Mia', now(), now());
  insert into appointments (provider_id, service_id, customer_id, start_at, end_at, busy, status, created_at, updated_at)
  select p.id, s.id, c.id, at, at + '30 min', tstzrange(at, at + interval '30 min'), 'confirmed', now(), now()
  from providers p, services s, customers c, (values ('2026-12-01T10:00Z'::timestamptz)) t(at);
  insert into claims (provider_id, busy, appointment_id) select provider_id, busy, id from appointments;`;
const HELD = `
  insert into holds (token, provider_id, service_id, start_at, end_at, busy, seats, resource_ids, expires_at, created_at)
  select gen_random_uuid(), provider_id, service_id, start_at, end_at, busy, 1, '{}', now(), now() from appointments;
  insert into claims (provider_id, busy, hold_id, expires_at)
  select provider_id, tstzrange('2027-01-01', '2027-01-02'), id, expires_at from holds;`;

describe('The migration of seats and holds', () => {
  let database: MigratedDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createMigratedDatabase();
    ({ dataSource } = database);
    await database.run(new SeatsAndHolds1800000800000(), 'down');
    await dataSource.query(BEFORE);
    await database.run(new SeatsAndHolds1800000800000(), 'up');
  });

  afterAll(() => database.drop());

  it('gives an appointment one seat and no resources, and keeps its claim', async () => {
    expect(await dataSource.query('select seats, resource_ids from appointments')).toEqual([
      { seats: 1, resource_ids: [] },
    ]);
    expect(await dataSource.query('select seats, resource_id, hold_id from claims')).toEqual([
      { seats: null, resource_id: null, hold_id: null },
    ]);
  });

  it('refuses a claim without a provider or resource, with both, and without an appointment or hold', async () => {
    const claim = (columns: string, values: string) =>
      dataSource.query(
        `insert into claims (busy, ${columns}) select tstzrange('2028-01-01', '2028-01-02'), ${values} from appointments`,
      );
    await dataSource.query(
      `insert into resources (name, kind, created_at, updated_at) values ('Room', 'room', now(), now())`,
    );
    await expect(claim('appointment_id', 'id')).rejects.toThrow('claims_one_subject');
    await expect(
      claim('appointment_id, provider_id, resource_id', 'id, provider_id, (select id from resources)'),
    ).rejects.toThrow('claims_one_subject');
    await expect(claim('provider_id', 'provider_id')).rejects.toThrow('claims_one_holder');
  });

  it('deletes what it brought when it is taken back', async () => {
    await dataSource.query(HELD);
    await database.run(new SeatsAndHolds1800000800000(), 'down');
    expect(await dataSource.query('select count(*)::int as claims from claims')).toEqual([{ claims: 1 }]);
    await database.run(new SeatsAndHolds1800000800000(), 'up');
  });

  it('lets written appointments share a session, each with seats of its own', async () => {
    await dataSource.query('update services set capacity = 4');
    await dataSource.query(
      `insert into appointments (provider_id, service_id, customer_id, start_at, end_at, busy, seats, status, created_at, updated_at)
       select provider_id, service_id, customer_id, start_at + '1 day', end_at + '1 day', tstzrange(start_at + '1 day', end_at + '1 day'),
         seats, 'confirmed', now(), now()
       from (select provider_id, service_id, customer_id, start_at, end_at from appointments limit 1) a, unnest(array[1, 2]) as seats`,
    );
    await dataSource.query(TAKE_TIME_OF_WRITTEN);
    const claims = await dataSource.query(
      `select c.seats::text, dense_rank() over (order by session)::int as session
       from claims c join appointments a on a.id = c.appointment_id order by a.id`,
    );
    expect(claims).toEqual([
      { seats: null, session: 1 },
      { seats: '{[1,2)}', session: 2 },
      { seats: '{[2,4)}', session: 2 },
    ]);
  });
});
