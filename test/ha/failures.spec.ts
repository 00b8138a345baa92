import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../cli/run-cli';
import { BookingLoad } from '../faults/support/booking-load';
import { HaCluster } from './support/ha-cluster';
import { IsolatedReader } from './support/isolated-reader';
import type { Machine } from './support/machine';
import { StaleServer } from './support/stale-server';
import { NO_STORM_FAULTS, Storm } from './support/storm';

jest.setTimeout(300_000);

describe('During a storm of bookings through both instances', () => {
  let cluster: HaCluster;
  let primary: Machine;

  beforeAll(async () => {
    await build();
    cluster = await HaCluster.start();
  });

  beforeEach(async () => {
    await cluster.settle();
    primary = await cluster.primary();
  });

  afterEach(() => {
    BookingLoad.endAll();
  });

  afterAll(() => cluster.stop());

  it('a planned switchover loses and duplicates nothing', async () => {
    const next = await cluster.synchronousReplica();
    const storm = await Storm.start(cluster);
    await cluster.switchOver();
    await storm.probe.untilAccepted();
    await storm.end('a planned switchover');
    expect(await cluster.primary()).toBe(next);
    expect(await storm.faults()).toEqual(NO_STORM_FAULTS);
  });

  it('kill -9 of the primary’s PostgreSQL alone loses and duplicates nothing', async () => {
    const storm = await Storm.start(cluster);
    primary.killPostgres();
    await storm.probe.untilAccepted();
    await storm.end('PostgreSQL of the primary was killed');
    expect(await storm.faults()).toEqual(NO_STORM_FAULTS);
  });

  it('kill -9 of the primary’s PostgreSQL and Patroni makes a replica the primary, and loses and duplicates nothing', async () => {
    const storm = await Storm.start(cluster);
    primary.signal('SIGKILL', 'patroni');
    await storm.probe.untilAccepted();
    await storm.end('PostgreSQL and Patroni of the primary were killed');
    expect(await cluster.primary()).not.toBe(primary);
    expect(await storm.faults()).toEqual(NO_STORM_FAULTS);
    await primary.start('patroni');
  });

  it('a primary that is cut off from the others is replaced, and its own instance answers no read once the new one has accepted a booking', async () => {
    const storm = await Storm.start(
      cluster,
      cluster.others(primary).map(({ url }) => url),
    );
    const reader = IsolatedReader.start(primary, storm.business.key);
    await reader.hasRead();
    await primary.isolate();
    const resumed = await storm.probe.untilAccepted();
    const next = await cluster.primary();
    await wait(3_000);
    const reads = await reader.end();
    await primary.rejoin();
    await cluster.settle();
    await storm.end('the machine of the primary was cut off');
    expect(await cluster.primary()).toBe(next);
    expect(reads.filter(({ at, status }) => at > resumed.at && status === 200)).toEqual([]);
    expect(await storm.faults()).toEqual(NO_STORM_FAULTS);
  });

  it('a primary that is frozen is replaced, and no statement of the service reaches it when it goes on', async () => {
    const storm = await Storm.start(cluster);
    primary.signal('SIGSTOP', 'patroni');
    await storm.probe.untilAccepted();
    const next = await cluster.primary();
    const stale = StaleServer.watch(primary);
    primary.signal('SIGCONT', 'patroni');
    await cluster.settle();
    const statements = await stale.end();
    await storm.end('PostgreSQL and Patroni of the primary were frozen');
    expect(statements).toEqual([]);
    expect(await cluster.primary()).toBe(next);
    expect(await storm.faults()).toEqual(NO_STORM_FAULTS);
  });

  it('a primary whose Patroni is frozen is left by the service before it is replaced, although its PostgreSQL runs on', async () => {
    const storm = await Storm.start(cluster);
    primary.signalPatroniAlone('SIGSTOP');
    // HAProxy asks twice a second, and gives up after a second.
    await wait(4_000);
    const stale = StaleServer.watch(primary);
    await storm.probe.untilAccepted();
    const next = await cluster.primary();
    primary.signalPatroniAlone('SIGCONT');
    await cluster.settle();
    const statements = await stale.end();
    await storm.end('Patroni of the primary was frozen');
    expect(statements).toEqual([]);
    expect(await cluster.primary()).toBe(next);
    expect(await storm.faults()).toEqual(NO_STORM_FAULTS);
  });

  it('kill -9 of the synchronous replica loses and duplicates nothing', async () => {
    const replica = await cluster.synchronousReplica();
    const storm = await Storm.start(cluster);
    replica.signal('SIGKILL', 'patroni');
    await storm.probe.untilAccepted();
    await storm.end('PostgreSQL and Patroni of the synchronous replica were killed');
    expect(await cluster.primary()).toBe(primary);
    expect(await storm.faults()).toEqual(NO_STORM_FAULTS);
    await replica.start('patroni');
  });

  it('kill -9 of the leader of etcd changes no primary, and loses and duplicates nothing', async () => {
    const leader = await cluster.etcdLeader();
    const storm = await Storm.start(cluster);
    leader.signal('SIGKILL', 'etcd');
    // Longer than the lock of the primary lasts without etcd.
    await wait(20_000);
    await storm.end('the leader of etcd was killed');
    expect(await cluster.primary()).toBe(primary);
    expect(await storm.faults()).toEqual(NO_STORM_FAULTS);
    await leader.start('etcd');
  });

  it('a reload of HAProxy on every machine loses and duplicates nothing', async () => {
    const storm = await Storm.start(cluster);
    for (const machine of cluster.machines) {
      process.kill(machine.pidOf('haproxy'), 'SIGUSR2');
      await storm.probe.untilAccepted();
    }
    // Longer than `hard-stop-after`.
    await wait(4_000);
    await storm.end('HAProxy of each machine was reloaded');
    expect(await storm.faults()).toEqual(NO_STORM_FAULTS);
  });
});
