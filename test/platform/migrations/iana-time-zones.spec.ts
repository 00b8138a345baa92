import type { DataSource } from 'typeorm';
import { IanaTimeZones1800000300000 } from '../../../migrations/1800000300000-iana-time-zones';
import { createMigratedDatabase, type MigratedDatabase } from './migrated-database';

describe('The migration of time zones that are not in the IANA database', () => {
  let database: MigratedDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createMigratedDatabase();
    ({ dataSource } = database);
  });

  afterAll(() => database.drop());

  /** Returns the zone of a provider after the migration, when it was `stored` before. */
  async function zoneAfter(stored: string | null): Promise<unknown> {
    const [user] = await dataSource.query<{ id: number }[]>(
      `insert into users (name, roles, created_at, updated_at) values ('Ana', '{provider}', now(), now()) returning id`,
    );
    await dataSource.query(`insert into providers (id, slug, timezone) values ($1, 'ana-' || $1::int, $2)`, [
      user?.id,
      stored,
    ]);
    await database.run(new IanaTimeZones1800000300000(), 'up');
    const [row] = await dataSource.query<{ timezone: string | null }[]>(
      'select timezone from providers where id = $1',
      [user?.id],
    );
    return row?.timezone;
  }

  it.each([
    ['PST', 'America/Los_Angeles'],
    ['jst', 'Asia/Tokyo'],
    ['SystemV/PST8', 'Etc/GMT+8'],
    ['US/Pacific-New', 'America/Los_Angeles'],
  ])('replaces %s by the IANA zone with the same meaning', async (stored, zone) => {
    expect(await zoneAfter(stored)).toBe(zone);
  });

  it.each(['XYZ', 'SystemV/MARS1'])('replaces the unknown zone %s by null', async (stored) => {
    expect(await zoneAfter(stored)).toBeNull();
  });

  it.each(['Europe/Berlin', 'europe/berlin', 'CET', 'utc', 'Cuba', null])(
    'keeps the zone %s',
    async (stored) => {
      expect(await zoneAfter(stored)).toBe(stored);
    },
  );
});
