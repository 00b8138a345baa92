import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { ServiceProcess } from '../process/service-process';
import { build } from '../cli/run-cli';
import { createEmptyDatabase, type EmptyDatabase } from '../support/empty-database';
import { query } from '../support/query';
import { findFaults, NO_FAULTS } from './support/find-faults';
import { ServiceProcesses } from './support/service-processes';
import { SCALE, RESUME_LIMIT_MS } from './support/scale';
import { timeToResume } from './support/time-to-resume';
import { SampleBusiness } from './support/sample-business';
import { BookingLoad } from './support/booking-load';

/** In ms. The service asks clients to close kept-alive connections, so draining ends long before the deadline. */
const DRAINED_WITHIN = 15_000;
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const BOOKED = 'select c.email from appointments a join customers c on c.id = a.customer_id';

describe('One of two instances under load', () => {
  const processes = new ServiceProcesses();
  let database: EmptyDatabase;
  let staying: ServiceProcess;
  let leaving: ServiceProcess;
  let business: SampleBusiness;
  let load: BookingLoad;

  beforeAll(() => build(), 180_000);

  beforeEach(async () => {
    database = await createEmptyDatabase();
    [staying, leaving] = [1, 2].map(() =>
      processes.start({ DATABASE_URL: database.url, SHUTDOWN_DEADLINE_S: '30' }),
    ) as [ServiceProcess, ServiceProcess];
    const urls = [await staying.url(), await leaving.url()];
    business = await SampleBusiness.open(await staying.url(), database.url);
    load = BookingLoad.start(business, ...urls);
    await wait(SCALE.loadMs);
  }, 60_000);

  afterEach(async () => {
    await processes.killAll();
    await database.drop();
  });

  const expectResumption = async () => {
    const url = await staying.url();
    const ms = await timeToResume('one of two instances was stopped', business, url, performance.now());
    expect(ms).toBeLessThanOrEqual(RESUME_LIMIT_MS);
    await wait(SCALE.loadMs);
    await load.end();
    expect(await findFaults({ databaseUrl: database.url, load: load, processes: [staying] })).toEqual(
      NO_FAULTS,
    );
  };

  it('answers every request that it received before SIGTERM, and books nothing for later ones', async () => {
    const rival = new Client({ connectionString: database.url });
    await rival.connect();
    await rival.query('begin');
    await rival.query('select from providers for update');
    while ((await query(database.url, WAITING)).length < Math.min(SCALE.clients, 16)) await wait(20);
    const stoppedAt = performance.now();
    const ended = leaving.kill('SIGTERM');
    while (await isListening(await leaving.url())) await wait(20);
    await rival.query('commit');
    await rival.end();
    const freedAt = performance.now();
    expect(await ended).toMatchObject({ code: 0 });
    expect(performance.now() - freedAt).toBeLessThan(DRAINED_WITHIN);
    await expectResumption();

    expect(load.replies.filter(({ at, status }) => at < stoppedAt && status === 'none')).toEqual([]);
    const booked = new Set((await query<{ email: string }>(database.url, BOOKED)).map(({ email }) => email));
    const unanswered = load.bookings.filter(({ outcome }) => outcome === 'unknown');
    expect(unanswered.filter(({ email }) => booked.has(email))).toEqual([]);
    expect(load.count(503)).toBe(0);
  }, 120_000);

  it('can be killed: its clients get their answers from the other instance, also for an Idempotency-Key', async () => {
    await leaving.kill('SIGKILL');
    await expectResumption();
    expect(load.count('none')).toBeGreaterThan(0);
  }, 120_000);
});

function isListening(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => {
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
