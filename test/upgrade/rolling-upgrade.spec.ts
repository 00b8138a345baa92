import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../cli/run-cli';
import { BookingLoad } from '../faults/support/booking-load';
import { EventFollower } from '../faults/support/event-follower';
import { findFaults, NO_CALENDAR_FAULTS } from '../faults/support/find-faults';
import { MixedLoad } from '../faults/support/mixed-load';
import { SampleBusiness } from '../faults/support/sample-business';
import { SCALE } from '../faults/support/scale';
import { ServiceProcesses } from '../faults/support/service-processes';
import type { ServiceProcess } from '../process/service-process';
import { createEmptyDatabase, type EmptyDatabase } from '../support/empty-database';
import { query } from '../support/query';
import { buildPreviousVersion, type PreviousVersion } from './previous-version';

describe('A rolling upgrade from the previous version', () => {
  const processes = new ServiceProcesses();
  let folder: string;
  let previous: PreviousVersion;
  let database: EmptyDatabase;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scheduling-upgrade-'));
    database = await createEmptyDatabase();
    await build();
    previous = await buildPreviousVersion(folder);
    process.stderr.write(`    from ${previous.description}\n`);
  }, 600_000);

  afterAll(async () => {
    await processes.killAll();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (from?: string): ServiceProcess =>
    processes.start(
      {
        DATABASE_URL: database.url,
        DATA_DIR: join(folder, 'data'),
        WORKER: 'on',
        LOG_LEVEL: 'warn',
        REMINDER_HOURS: '0',
      },
      from === undefined ? {} : { checkout: from },
    );

  /** As a proxy does: an instance that could not migrate at once listens, is not ready and tries again. */
  const readyUrl = async (service: ServiceProcess) => {
    const url = await service.url();
    while ((await fetch(`${url}/health/ready`)).status !== 200) await wait(50);
    return url;
  };

  it('fails no request and loses no write, while both versions serve one database and after the last old instance has stopped', async () => {
    const [firstOld, secondOld] = [start(previous.folder), start(previous.folder)];
    const old = [await firstOld.url(), await secondOld.url()] as const;
    const business = await SampleBusiness.open(old[0], database.url);
    const [bookings, mixed] = [BookingLoad.start(business, ...old), MixedLoad.start(business, ...old)];
    const sendTo = (...urls: string[]) => {
      for (const load of [bookings, mixed]) load.sendTo(...urls);
    };
    await wait(SCALE.loadMs);

    const firstNew = start();
    const fresh = [await readyUrl(firstNew)];
    sendTo(old[1], fresh[0] ?? '');
    const follower = await EventFollower.start(fresh[0] ?? '', business.key, database.url);
    await wait(2 * SCALE.loadMs);
    expect(await firstOld.kill('SIGTERM')).toMatchObject({ code: 0 });
    await wait(SCALE.loadMs);

    const secondNew = start();
    fresh.push(await readyUrl(secondNew));
    sendTo(...fresh);
    expect(await secondOld.kill('SIGTERM')).toMatchObject({ code: 0 });
    await wait(2 * SCALE.loadMs);
    await Promise.all([bookings.end(), mixed.end()]);
    await follower.end();

    // Nothing but what the load does on purpose: it disconnects, and repeats a request whose first attempt still runs.
    expect(bookings.replies.filter(({ status }) => status === 503 || status === 'none')).toEqual([]);
    expect([mixed.count('unavailable'), mixed.count('no answer'), mixed.unexpected]).toEqual([0, 0, []]);
    expect(
      await findFaults({ databaseUrl: database.url, load: bookings, processes: [firstNew, secondNew] }),
    ).toMatchObject({
      ...{ lost: [], bookedButRefused: [], keyedWithoutAnswer: [] },
      ...NO_CALENDAR_FAULTS,
      ...{ unexpected: [], tooSlow: [], dead: [] },
    });
    const kept = new Set(
      (await query<{ id: number }>(database.url, 'select id from appointments')).map(({ id }) => id),
    );
    expect(
      mixed.accepted.filter(({ appointmentIds }) => !appointmentIds.every((id) => kept.has(id))),
    ).toEqual([]);
    expect(await follower.notToldOnce()).toEqual([]);
    expect(bookings.count(201)).toBeGreaterThan(0);
  }, 300_000);
});
