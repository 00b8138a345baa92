import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Answer } from '../../support/api-client';
import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

/** Eight of the connections are for transactions. */
const POOL = { DATABASE_POOL_SIZE: '10' };
const HALF = 4;
const WAITING = `
  select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

describe('While requests wait for a lock that another session holds', () => {
  let service: TestService;
  let rival: Client;
  let serviceId: number;
  let held: number;
  let free: number;

  beforeEach(async () => {
    service = await startTestService({ environment: POOL });
    serviceId = await aService(service.admin);
    [held, free] = [await aProvider(service.admin), await aProvider(service.admin)];
    rival = new Client({ connectionString: service.databaseUrl });
    await rival.connect();
    await rival.query('begin');
    await rival.query('select from providers where id = $1 for update', [held]);
  });

  afterEach(async () => {
    await rival.end();
    await service.stop();
  });

  const waiting = async () => (await service.query<{ count: number }>(WAITING))[0]?.count ?? 0;
  const untilWaiting = async (count: number) => {
    while ((await waiting()) !== count) await wait(10);
  };
  const book = (providerId: number, start: string) =>
    service.admin.post('/appointments', aBooking(providerId, serviceId, { start }));
  const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status);
  /** More than there are connections for transactions. */
  const STARTS = Array.from({ length: 12 }, (_, i) =>
    `${9 + Math.floor(i / 2)}:${i % 2 === 0 ? '00' : '30'}`.padStart(5, '0'),
  );

  it('reads go on, and bookings of others that contend for one provider, and the waiting ones book once it is free', async () => {
    const blocked = STARTS.map((start) => book(held, start));
    await untilWaiting(HALF);
    const others = await Promise.all(STARTS.map((start) => book(free, start)));
    expect(statusesOf(others)).toEqual(STARTS.map(() => 201));
    expect(
      (await service.admin.get(`/providers/${held}/working-hours?from=${MONDAY}&to=${MONDAY}`)).status,
    ).toBe(200);
    expect(await waiting()).toBeLessThanOrEqual(HALF);
    await rival.query('rollback');
    expect(statusesOf(await Promise.all(blocked))).toEqual(STARTS.map(() => 201));
  });

  it.each([
    [
      'changes of one appointment',
      async () => {
        const { body } = await book(free, '10:00');
        await rival.query('select from providers where id = $1 for update', [free]);
        return (i: number) => service.admin.patch(`/appointments/${body.data.id}`, { notes: `Note ${i}` });
      },
    ],
    [
      'time off',
      () => (i: number) =>
        service.admin.post(`/providers/${held}/time-off`, {
          start: `2027-01-${10 + i}`,
          end: `2027-01-${10 + i}`,
        }),
    ],
    [
      'POSTs with an Idempotency-Key',
      () => (i: number) =>
        service.admin.post('/appointments', aBooking(held, serviceId, { start: STARTS[i] }), {
          headers: { 'idempotency-key': `key-${i}` },
        }),
    ],
  ])('they are at most half of the connections: %s', async (_kind, prepare) => {
    const send = await prepare();
    const blocked = Array.from({ length: 12 }, (_, i) => send(i));
    await untilWaiting(HALF);
    expect(
      statusesOf(await Promise.all([1, 2, 3].map(() => service.admin.post('/categories', { name: 'Hair' })))),
    ).toEqual([201, 201, 201]);
    await rival.query('rollback');
    for (const { status } of await Promise.all(blocked)) expect(status).toBeLessThan(300);
  });
});
