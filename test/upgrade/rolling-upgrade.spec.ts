import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BookingLoad } from '../faults/support/booking-load';
import { EventFollower } from '../faults/support/event-follower';
import { NO_CALENDAR_FAULTS } from '../faults/support/find-faults';
import { MixedLoad } from '../faults/support/mixed-load';
import { SCALE } from '../faults/support/scale';
import { Testbed } from '../faults/support/testbed';
import type { ServiceProcess } from '../process/service-process';
import { createEmptyDatabase } from '../support/database/empty-database';
import { query } from '../support/database/query';
import { buildPreviousVersion, type PreviousVersion } from './previous-version';

describe('A rolling upgrade from the previous version', () => {
  const bed = Testbed.forAll(createEmptyDatabase);
  let folder: string;
  let previous: PreviousVersion;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scheduling-upgrade-'));
    previous = await buildPreviousVersion(folder);
    process.stderr.write(`    from ${previous.description}\n`);
  }, 600_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const start = (from?: string): ServiceProcess =>
    bed.start(
      { DATA_DIR: join(folder, 'data'), WORKER: 'on', LOG_LEVEL: 'warn', REMINDER_HOURS: '0' },
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
    const business = await bed.openBusiness(old[0]);
    const databaseUrl = bed.database.url;
    const [bookings, mixed] = [BookingLoad.start(business, ...old), MixedLoad.start(business, ...old)];
    const sendTo = (...urls: string[]) => {
      for (const load of [bookings, mixed]) load.sendTo(...urls);
    };
    await wait(SCALE.loadMs);

    const known = await migrations(databaseUrl);
    const firstNew = start();
    const fresh = [await readyUrl(firstNew)];
    const added = (await migrations(databaseUrl)).filter((name) => !known.includes(name));
    process.stderr.write(`    migrated under load: ${added.join(', ') || 'nothing'}\n`);
    sendTo(old[1], fresh[0] ?? '');
    const follower = await EventFollower.start(fresh[0] ?? '', business.key, databaseUrl);
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
    expect(await bed.faults(bookings, firstNew, secondNew)).toMatchObject({
      ...{ lost: [], bookedButRefused: [], keyedWithoutAnswer: [] },
      ...NO_CALENDAR_FAULTS,
      ...{ unexpected: [], tooSlow: [], dead: [] },
    });
    const kept = new Set(
      (await query<{ id: number }>(databaseUrl, 'select id from appointments')).map(({ id }) => id),
    );
    expect(
      mixed.accepted.filter(({ appointmentIds }) => !appointmentIds.every((id) => kept.has(id))),
    ).toEqual([]);
    expect(await follower.notToldOnce()).toEqual([]);
    expect(bookings.count(201)).toBeGreaterThan(0);
  }, 300_000);
});

async function migrations(databaseUrl: string): Promise<string[]> {
  return (await query<{ name: string }>(databaseUrl, 'select name from migrations')).map(({ name }) => name);
}
