import { Client } from 'pg';
import { anAppointment, aProvider, aService } from '../../support/builders';
import type { ApiClient } from '../../support/api-client';
import type { Kind, LiveId } from './parts';

/** Enough for every operation to find some, and to take some away. */
const LEAST = 4;

/** Where the rows of each kind are, as long as they can be named. */
const ROWS: Readonly<Record<Kind, string>> = {
  appointment: 'appointments',
  category: 'categories',
  closure: 'closures',
  customer: 'customers',
  location: 'locations',
  provider: 'providers',
  service: 'services where deleted_at is null',
  timeOff: 'time_off',
};

const FAR_AWAY = { start: '2031-01-01', end: '2031-01-02' };

/** What the requests are about, and whether they have changed it. */
export class World {
  private ids: Partial<Record<Kind, number[]>> = {};
  private count = 0;
  private fingerprintStatement = '';

  private constructor(
    private readonly database: Client,
    private readonly admin: ApiClient,
  ) {}

  static async open(databaseUrl: string, admin: ApiClient): Promise<World> {
    const database = new Client({ connectionString: databaseUrl });
    await database.connect();
    const world = new World(database, admin);
    world.fingerprintStatement = await world.writeFingerprintStatement();
    return world;
  }

  close(): Promise<void> {
    return this.database.end();
  }

  /** Puts back what was deleted. */
  async replenish(): Promise<void> {
    await this.look();
    for (const [kind, ids] of Object.entries(this.ids) as [Kind, number[]][]) {
      for (let missing = LEAST - ids.length; missing > 0; missing--) await this.make(kind);
    }
    await this.look();
  }

  /** Sees which ids there are now. */
  async look(): Promise<void> {
    const statement = Object.entries(ROWS)
      .map(([kind, rows]) => `(select '${kind}' kind, id from ${rows} order by id desc limit 8)`)
      .join(' union all ');
    const { rows } = await this.database.query<{ kind: Kind; id: number }>(statement);
    this.ids = Object.fromEntries(
      Object.keys(ROWS).map((kind) => [kind, rows.filter((row) => row.kind === kind).map(({ id }) => id)]),
    );
  }

  /** The id that stands for one; that of nothing when there is none. */
  readonly idOf = ({ kind, nth }: LiveId): number => {
    const ids = this.ids[kind] ?? [];
    return ids[nth % ids.length] ?? 2_147_483_647;
  };

  /** Another one as soon as anything has been written, by whoever. */
  async fingerprint(): Promise<string> {
    const { rows } = await this.database.query<{ state: string }>(this.fingerprintStatement);
    return rows[0]?.state ?? '';
  }

  /** A row that is written has the number of the transaction that wrote it; one that is gone is missing from the count. */
  private async writeFingerprintStatement(): Promise<string> {
    // Of an answer that is kept to be repeated, and of the last use of a key, a refused request may leave a note.
    const { rows } = await this.database.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'pgboss') and tablename not in ('idempotency_records', 'api_keys') order by 1`,
    );
    const parts = rows.map(
      ({ name }) =>
        `(select '${name} ' || count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from ${name})`,
    );
    return `select concat_ws(e'\\n', ${parts.join(', ')}) as state`;
  }

  private async make(kind: Kind): Promise<void> {
    const { admin } = this;
    switch (kind) {
      case 'appointment':
        await this.book();
        return;
      case 'category':
        await admin.post('/categories', { name: 'Hair' });
        return;
      case 'closure':
        await admin.post('/closures', FAR_AWAY);
        return;
      case 'customer':
        await admin.post('/customers', { firstName: 'Mia' });
        return;
      case 'location':
        await admin.post('/locations', { name: 'Main Street' });
        return;
      case 'provider':
        await aProvider(admin);
        return;
      case 'service':
        await aService(admin);
        return;
      case 'timeOff':
        await admin.post(`/providers/${await aProvider(admin)}/time-off`, FAR_AWAY);
    }
  }

  private async book(): Promise<void> {
    const [providerId, serviceId] = [await aProvider(this.admin), await aService(this.admin)];
    const start = `${String(++this.count % 24).padStart(2, '0')}:00`;
    await anAppointment(this.admin, providerId, serviceId, { start, ignoreSchedule: true });
  }
}
