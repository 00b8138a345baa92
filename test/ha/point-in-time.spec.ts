import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../cli/run-cli';
import { SampleBusiness } from '../faults/support/sample-business';
import { sendRequest } from '../faults/support/send-request';
import { query } from '../support/database/query';
import { HaCluster } from './support/ha-cluster';
import type { Machine } from './support/machine';

jest.setTimeout(300_000);

/** In ms; so that a moment is neither that of the booking before nor that of the booking behind. */
const PAUSE_MS = 50;

describe('With pgBackRest,', () => {
  let cluster: HaCluster;
  let business: SampleBusiness;

  beforeAll(async () => {
    await build();
    cluster = await HaCluster.start();
    await cluster.settle();
    business = await SampleBusiness.open(cluster.urls[0] ?? '', cluster.databaseUrl);
  });

  afterAll(() => cluster.stop());

  const send = (method: 'GET' | 'POST', path: string, body?: object) =>
    sendRequest(cluster.urls[0] ?? '', {
      method,
      path,
      key: business.key,
      ...(body && { body, headers: { 'idempotency-key': randomUUID() } }),
    });

  const book = async (): Promise<number> => {
    const { status, body } = await send('POST', '/appointments', business.uncontestedBooking());
    if (status !== 201) throw new Error(`a booking was refused with ${status}`);
    return (body.data as { id: number }).id;
  };

  const until = async (status: number, act: () => Promise<{ status: number }>) => {
    while ((await act()).status !== status) await wait(100);
  };

  /** The steps of "Back to an earlier moment" in deploy/ha/README.md. */
  const restoreTo = async (moment: Date, first: Machine, others: readonly Machine[]) => {
    for (const machine of cluster.machines) await machine.stop('patroni');
    const target = moment.toISOString().replace('T', ' ').replace('Z', '+00');
    await first.pgbackrest(
      '--delta',
      '--type=time',
      `--target=${target}`,
      '--target-action=promote',
      'restore',
    );
    await first.recoverAlone();
    await first.forgetCluster();
    await first.start('patroni');
    // Without it, another machine would create an empty cluster.
    while (!(await first.isPrimary())) await wait(100);
    for (const machine of others) {
      await rm(machine.dataFolder, { recursive: true });
      await machine.start('patroni');
    }
  };

  it('three machines go back to a moment between two bookings', async () => {
    const primary = await cluster.primary();
    await primary.pgbackrest('--type=full', 'backup');
    // pgBackRest compares moments in seconds.
    await wait(1_100);
    const first = await book();
    await wait(PAUSE_MS);
    const between = new Date();
    await wait(PAUSE_MS);
    const second = await book();
    // Within a minute, archive_timeout does this.
    await query(cluster.databaseUrl, 'select pg_switch_wal()');
    await query(cluster.databaseUrl, 'checkpoint');

    const began = performance.now();
    await restoreTo(between, primary, cluster.others(primary));
    await until(200, () => send('GET', `/appointments/${first}`));
    const readable = Math.round(performance.now() - began);
    // Before the next booking, which gets the id of the one that is gone.
    const { status } = await send('GET', `/appointments/${second}`);
    await until(201, () => send('POST', '/appointments', business.uncontestedBooking()));
    const bookable = Math.round(performance.now() - began);
    process.stderr.write(
      `    restored to a moment: readable after ${readable} ms, bookable after ${bookable} ms\n`,
    );

    expect(status).toBe(404);
    await cluster.settle();
  });
});
