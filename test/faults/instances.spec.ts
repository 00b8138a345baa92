import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceProcess } from '../process/service-process';
import { query } from '../support/database/query';
import { NO_FAULTS } from './support/find-faults';
import { HeldLock } from './support/held-lock';
import { SCALE, RESUME_LIMIT_MS } from './support/scale';
import { Testbed } from './support/testbed';
import { timeToResume } from './support/time-to-resume';
import type { SampleBusiness } from './support/sample-business';
import type { BookingLoad } from './support/booking-load';

/** In ms. The service asks clients to close kept-alive connections, so draining ends long before the deadline. */
const DRAINED_WITHIN = 15_000;
const PATIENT = { SHUTDOWN_DEADLINE_S: '30' };
const BOOKED = 'select c.email from appointments a join customers c on c.id = a.customer_id';

describe('One of two instances under load', () => {
  const bed = Testbed.forEach();
  let staying: ServiceProcess;
  let leaving: ServiceProcess;
  let business: SampleBusiness;
  let load: BookingLoad;

  beforeEach(async () => {
    [staying, leaving] = [bed.start(PATIENT), bed.start(PATIENT)];
    ({ business, load } = await bed.load(staying, leaving));
    await wait(SCALE.loadMs);
  }, 60_000);

  const expectResumption = async () => {
    const url = await staying.url();
    const ms = await timeToResume('one of two instances was stopped', business, url, performance.now());
    expect(ms).toBeLessThanOrEqual(RESUME_LIMIT_MS);
    await wait(SCALE.loadMs);
    await load.end();
    expect(await bed.faults(load, staying)).toEqual(NO_FAULTS);
  };

  it('answers every request that it received before SIGTERM, and books nothing for later ones', async () => {
    const lock = await HeldLock.take(bed.database.url, 'select from providers for update');
    await lock.hasWaiting(Math.min(SCALE.clients, 16));
    const stoppedAt = performance.now();
    const ended = leaving.kill('SIGTERM');
    while (await isListening(await leaving.url())) await wait(20);
    await lock.release();
    const freedAt = performance.now();
    expect(await ended).toMatchObject({ code: 0 });
    expect(performance.now() - freedAt).toBeLessThan(DRAINED_WITHIN);
    await expectResumption();

    expect(load.replies.filter(({ at, status }) => at < stoppedAt && status === 'none')).toEqual([]);
    const rows = await query<{ email: string }>(bed.database.url, BOOKED);
    const booked = new Set(rows.map(({ email }) => email));
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
