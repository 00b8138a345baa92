import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { ServiceProcess } from '../process/service-process';
import { build } from '../cli/run-cli';
import { createEmptyDatabase, type EmptyDatabase } from '../support/empty-database';
import { query } from '../support/query';
import { aftermath, UNSCATHED } from './support/aftermath';
import { Cast } from './support/cast';
import { EFFORT, RESUMES_WITHIN } from './support/effort';
import { resumption } from './support/resumption';
import { Shop } from './support/shop';
import { Storm } from './support/storm';

/** In ms: a client that keeps its connection is told to close it, and not cut off at the deadline. */
const DRAINED_WITHIN = 15_000;
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const BOOKED = 'select c.email from appointments a join customers c on c.id = a.customer_id';

describe('two instances on one database, one of which is stopped in a storm', () => {
  const cast = new Cast();
  let database: EmptyDatabase;
  let staying: ServiceProcess;
  let leaving: ServiceProcess;
  let shop: Shop;
  let storm: Storm;

  beforeAll(() => build(), 180_000);

  beforeEach(async () => {
    database = await createEmptyDatabase();
    [staying, leaving] = [1, 2].map(() =>
      cast.start({ DATABASE_URL: database.url, SHUTDOWN_DEADLINE_S: '30' }),
    ) as [ServiceProcess, ServiceProcess];
    const urls = [await staying.url(), await leaving.url()];
    shop = await Shop.open(await staying.url(), database.url);
    storm = Storm.over(shop, ...urls);
    await wait(EFFORT.storm);
  }, 60_000);

  afterEach(async () => {
    await cast.dismiss();
    await database.drop();
  });

  const expectResumption = async () => {
    const url = await staying.url();
    const ms = await resumption('one of two instances was stopped', shop, url, performance.now());
    expect(ms).toBeLessThanOrEqual(RESUMES_WITHIN);
    await wait(EFFORT.storm);
    await storm.end();
    expect(await aftermath({ databaseUrl: database.url, storm, processes: [staying] })).toEqual(UNSCATHED);
  };

  it('by SIGTERM: whatever it was asked before is answered, and whoever came too late has booked nothing', async () => {
    const rival = new Client({ connectionString: database.url });
    await rival.connect();
    await rival.query('begin');
    await rival.query('select from providers for update');
    while ((await query(database.url, WAITING)).length < Math.min(EFFORT.clients, 16)) await wait(20);
    const stoppedAt = performance.now();
    const ended = leaving.kill('SIGTERM');
    while (await isListening(await leaving.url())) await wait(20);
    await rival.query('commit');
    await rival.end();
    const freedAt = performance.now();
    expect(await ended).toMatchObject({ code: 0 });
    expect(performance.now() - freedAt).toBeLessThan(DRAINED_WITHIN);
    await expectResumption();

    expect(storm.heard.filter(({ at, status }) => at < stoppedAt && status === 'none')).toEqual([]);
    const booked = new Set((await query<{ email: string }>(database.url, BOOKED)).map(({ email }) => email));
    const unanswered = storm.tried.filter(({ outcome }) => outcome === 'unknown');
    expect(unanswered.filter(({ email }) => booked.has(email))).toEqual([]);
    expect(storm.count(503)).toBe(0);
  }, 120_000);

  it('by kill -9: its clients go to the other, where a key gets the first answer', async () => {
    await leaving.kill('SIGKILL');
    await expectResumption();
    expect(storm.count('none')).toBeGreaterThan(0);
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
