import { Client } from 'pg';
import { CommitWatch, DUE, type DueTimes } from '../../../src/operating/worker/commit-watch';
import { Database } from '../../../src/platform/database/database';
import { WaitlistWorker } from '../../../src/booking/waitlist/offers/waitlist-worker';
import { WORKER } from '../../../src/platform/database/write-context';
import { HOUR_MS } from '../../../src/platform/time/units';
import { anAppointment, aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntryOf, makeOffers } from '../../support/waiting';

/** Longer than any test runs. */
const LONG_MS = HOUR_MS;

/** It looks again after a commit of its own process, or not at all. */
class PatientWatch extends CommitWatch {
  protected override readonly pauses = { idle: LONG_MS, lively: LONG_MS };
}

describe('The watch of commits', () => {
  let service: TestService;
  let other: Client;
  let watch: CommitWatch;

  beforeAll(async () => {
    service = await startTestService();
    await service.query('create table written (value int)');
    other = new Client({ connectionString: service.databaseUrl });
    await other.connect();
  });

  beforeEach(async () => {
    watch = newWatch();
    await watch.look();
  });

  afterAll(async () => {
    await other.end();
    await service.stop();
  });

  const newWatch = () =>
    new PatientWatch(service.app.get(Database), service.app.get(WaitlistWorker), service.clock);
  const write = () => other.query('insert into written values (1)');
  /** Whether a wait ends when the watch looks once. */
  const endsWithALook = async (work?: keyof DueTimes): Promise<boolean> => {
    let hasEnded = false;
    const waiting = watch.changeFrom(watch.state, work).then(() => {
      hasEnded = true;
    });
    await watch.look();
    await new Promise(setImmediate);
    const result = hasEnded;
    watch.stop();
    await waiting;
    return result;
  };
  /** The same of a look that saw no commit: the other tests of this server commit as well, so there may be many looks. */
  const endsWithoutACommit = async (work: keyof DueTimes): Promise<boolean> => {
    for (;;) {
      watch = newWatch();
      await watch.look();
      const { state } = watch;
      const result = await endsWithALook(work);
      if (watch.state === state) return result;
    }
  };

  it('wakes a loop after a commit of another process', async () => {
    await write();
    expect(await endsWithALook()).toBe(true);
  });

  it('wakes a loop after the commit of a transaction that had begun to write before the last look', async () => {
    await other.query('begin');
    await write();
    await watch.look();
    await other.query('commit');
    expect(await endsWithALook()).toBe(true);
  });

  it('does not wake a loop while transactions only read', async () => {
    // The other tests of this server commit as well: in one of many looks, none of them does.
    const looks = 500;
    let woken = 0;
    for (; woken < looks; woken += 1) {
      watch = newWatch();
      await watch.look();
      await other.query('select count(*) from written');
      if (!(await endsWithALook())) break;
    }
    expect(woken).toBeLessThan(looks);
  });

  it('does not let a loop wait that began its work before a commit that a look has seen', async () => {
    const { state } = watch;
    await write();
    await watch.look();
    await expect(watch.changeFrom(state)).resolves.toBeUndefined();
  });

  it('wakes the loop whose work falls due, and no other one, without a commit', async () => {
    const path = `/providers/${await aProvider(service.admin)}/busy-calendars`;
    await service.admin.post(path, { url: 'https://8.8.8.8/a.ics' });
    await service.query('update busy_calendars set next_fetch_at = $1', [later()]);
    expect(await endsWithoutACommit('calendars')).toBe(false);
    service.clock.advance(HOUR_MS);
    expect([await endsWithoutACommit('calendars'), await endsWithoutACommit('webhooks')]).toEqual([
      true,
      false,
    ]);
  });

  it('looks again at once after a commit of its own process', async () => {
    service.clock.advance(HOUR_MS);
    const resting = watch.rest();
    await service.app
      .get(Database)
      .transaction(WORKER, (tx) => service.app.get(Database).rows({ name: '', text: 'select 1' }, [], tx));
    await expect(resting).resolves.toBeUndefined();
  });

  it('lets no loop wait once it is stopped', async () => {
    const waiting = watch.changeFrom(watch.state);
    watch.stop();
    await expect(Promise.all([waiting, watch.changeFrom(watch.state)])).resolves.toHaveLength(2);
  });

  const later = () => new Date(service.clock.now() + HOUR_MS);
  /** What falls due in an hour by the clock of the service. */
  const dueInAnHour = async (): Promise<string[]> => {
    const lookedAt = service.app.get(WaitlistWorker).lookedAt;
    const values = [new Date(service.clock.now()), lookedAt === undefined ? null : new Date(lookedAt)];
    const due = await service.app.get(Database).one<DueTimes>(DUE, values);
    const expected = later().getTime();
    // The two clocks run on between the insert of a message and the read.
    const isDue = ([, at]: [string, number | null]) => at !== null && Math.abs(at - expected) < HOUR_MS / 2;
    return Object.entries(due)
      .filter(isDue)
      .map(([work]) => work);
  };

  it.each<[keyof DueTimes, () => Promise<unknown>]>([
    [
      'messages',
      () =>
        service.query(
          `insert into pgboss.job (name, start_after) values ('notifications', now() + interval '1 hour')`,
        ),
    ],
    [
      'pending',
      async () => {
        const { id } = await anAppointment(
          service.admin,
          await aProvider(service.admin),
          await aService(service.admin),
        );
        await service.query(`update appointments set status = 'pending', expires_at = $2 where id = $1`, [
          id,
          later(),
        ]);
      },
    ],
    [
      'offers',
      async () => {
        const providerId = await aProvider(service.admin);
        const serviceId = await aService(service.admin, { providerIds: [providerId] });
        await anEntryOf(service, serviceId);
        await makeOffers(service);
        await service.query('update holds set expires_at = $1', [later()]);
      },
    ],
    [
      'webhooks',
      async () => {
        const { body } = await service.admin.post('/webhooks', { url: 'https://8.8.8.8/' });
        await service.admin.post(`/webhooks/${body.data.id}/test`);
        await service.query('update webhook_deliveries set next_attempt_at = $1', [later()]);
      },
    ],
    [
      'calendars',
      async () => {
        const path = `/providers/${await aProvider(service.admin)}/busy-calendars`;
        await service.admin.post(path, { url: 'https://8.8.8.8/a.ics' });
        await service.query('update busy_calendars set next_fetch_at = $1', [later()]);
      },
    ],
  ])('knows when the next of the %s is due', async (work, queue) => {
    service.clock.advance(2 * HOUR_MS);
    expect(await dueInAnHour()).not.toContain(work);
    await queue();
    expect(await dueInAnHour()).toContain(work);
  });
});
