import { Client } from 'pg';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import type { ApiClient } from '../../support/api-client';
import type { Kind, LiveId } from './parts';

/** The minimum of rows of each kind: enough for operations that need some and for operations that delete some. */
const LEAST = 4;

/** For each kind, the tables and conditions of the rows that a request can name. */
const ROWS: Readonly<Record<Kind, string>> = {
  appointment: 'appointments',
  busyCalendar: 'busy_calendars',
  category: 'categories',
  closure: 'closures',
  customer: 'customers',
  // Clients see the token as the id.
  hold: '(select token as id from holds) hold',
  location: 'locations',
  provider: 'providers',
  resource: 'resources',
  series: 'series',
  service: 'services where deleted_at is null',
  timeOff: 'time_off',
  visit: 'visits v where exists (select from appointments a where a.visit_id = v.id)',
  waitlistEntry: 'waitlist_entries',
  webhook: 'webhooks',
  delivery: 'webhook_deliveries',
};

const FAR_AWAY = { start: '2031-01-01', end: '2031-01-02' };

/** The rows that the requests name. It also detects whether a request has changed the database. */
export class World {
  private ids: Partial<Record<Kind, (number | string)[]>> = {};
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

  /** Creates the rows that earlier requests have deleted. */
  async replenish(): Promise<void> {
    await this.look();
    for (const [kind, ids] of Object.entries(this.ids) as [Kind, unknown[]][]) {
      for (let missing = LEAST - ids.length; missing > 0; missing--) await this.make(kind);
    }
    await this.look();
  }

  /** Reads the ids that exist now. */
  async look(): Promise<void> {
    const statement = Object.entries(ROWS)
      .map(
        ([kind, rows]) =>
          `select '${kind}' kind, to_json(id) as id from (select id from ${rows} order by id desc limit 8) ${kind}_ids`,
      )
      .join(' union all ');
    const { rows } = await this.database.query<{ kind: Kind; id: number | string }>(statement);
    this.ids = Object.fromEntries(
      Object.keys(ROWS).map((kind) => [kind, rows.filter((row) => row.kind === kind).map(({ id }) => id)]),
    );
  }

  /** Returns the real id for a placeholder; an id that does not exist when there is no row of the kind. */
  readonly idOf = ({ kind, nth }: LiveId): number | string => {
    const ids = this.ids[kind] ?? [];
    return ids[nth % ids.length] ?? 2_147_483_647;
  };

  /** Returns a text that changes with every write to the database. */
  async fingerprint(): Promise<string> {
    // Named, because PostgreSQL takes longer to plan it than to run it.
    const statement = { name: 'fingerprint', text: this.fingerprintStatement };
    const { rows } = await this.database.query<{ state: string }>(statement);
    return rows[0]?.state ?? '';
  }

  /** Builds the statement: a written row shows in the number of its last transaction, a deleted row in the count. */
  private async writeFingerprintStatement(): Promise<string> {
    // A refused request may write two things: an answer for replays, and the last use of an API key.
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
      case 'busyCalendar':
        await admin.post(`/providers/${await aProvider(admin)}/busy-calendars`, {
          url: 'https://8.8.8.8/a.ics',
        });
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
      case 'hold':
        await this.hold();
        return;
      case 'location':
        await admin.post('/locations', { name: 'Main Street' });
        return;
      case 'provider':
        await aProvider(admin);
        return;
      case 'resource':
        await admin.post('/resources', { name: 'Room 1', kind: 'room' });
        return;
      case 'series':
        await this.bookSeries();
        return;
      case 'service':
        await aService(admin);
        return;
      case 'timeOff':
        await admin.post(`/providers/${await aProvider(admin)}/time-off`, FAR_AWAY);
        return;
      case 'visit':
        await this.bookVisit();
        return;
      case 'waitlistEntry':
        await this.wait();
        return;
      case 'webhook':
        await this.addWebhook();
        return;
      case 'delivery':
        await this.admin.post(`/webhooks/${await this.addWebhook()}/test`);
    }
  }

  private async addWebhook(): Promise<number> {
    return (await this.admin.post('/webhooks', { url: 'https://8.8.8.8/hook' })).body.data.id as number;
  }

  private async hold(): Promise<void> {
    const [providerId, serviceId] = [await aProvider(this.admin), await aService(this.admin)];
    await this.admin.post('/holds', { providerId, serviceId, date: MONDAY, start: '10:00', ttlSec: 3_600 });
  }

  private async bookVisit(): Promise<void> {
    const [providerId, serviceId] = [await aProvider(this.admin), await aService(this.admin)];
    const items = [{ serviceId, providerId }, { serviceId }];
    const asked = { date: MONDAY, start: '10:00', items };
    await this.admin.post('/visits', { name: 'Mia Keller', email: 'mia@example.com', ...asked });
  }

  private async bookSeries(): Promise<void> {
    const [providerId, serviceId] = [await aProvider(this.admin), await aService(this.admin)];
    const rule = { date: MONDAY, start: '10:00', rrule: 'FREQ=WEEKLY;COUNT=2' };
    await this.admin.post('/series', {
      ...{ name: 'Mia Keller', email: 'mia@example.com', providerId, serviceId, ignoreSchedule: true },
      ...rule,
    });
  }

  private async wait(): Promise<void> {
    const [providerId, serviceId] = [await aProvider(this.admin), await aService(this.admin)];
    const customer = { name: 'Mia Keller', email: `waiting${++this.count}@example.com` };
    await this.admin.post('/waitlist', { ...customer, providerId, serviceId, from: MONDAY, to: MONDAY });
  }

  private async book(): Promise<void> {
    const [providerId, serviceId] = [await aProvider(this.admin), await aService(this.admin)];
    const start = `${String(++this.count % 24).padStart(2, '0')}:00`;
    await anAppointment(this.admin, providerId, serviceId, { start, ignoreSchedule: true });
  }
}
