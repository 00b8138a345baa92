import { Client } from 'pg';
import { operationsOf, requestSchemaOf } from '../../src/platform/openapi/operations';
import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { everyTable } from '../support/database/every-row';
import { builtDocument } from '../support/openapi/built-document';
import { aBrowserKey } from '../support/pages';
import { startTestService, type TestService } from '../support/test-service';

const RULE = { date: MONDAY, start: '10:00', rrule: 'FREQ=DAILY;COUNT=3' };

describe('A dry run', () => {
  let service: TestService;
  let rival: Client;
  let ids: Readonly<
    Record<
      'serviceId' | 'providerId' | 'otherId' | 'resourceId' | 'seriesId' | 'customerId' | 'locationId',
      number
    >
  >;

  beforeAll(async () => {
    service = await startTestService({ environment: { DATABASE_POOL_SIZE: '2' } });
    const { admin } = service;
    const resource = await admin.post('/resources', { name: 'Room', kind: 'room' });
    await admin.post('/resources', { name: 'Room 2', kind: 'room' });
    const [providerId, otherId] = [await aProvider(admin), await aProvider(admin)];
    const serviceId = await aService(admin, {
      resources: [{ kind: 'room', quantity: 1 }],
      team: [{ providerIds: [providerId, otherId], count: 1 }],
      maxPerDay: 5,
      maxActivePerCustomer: 50,
    });
    const series = await admin.post('/series', aBooking(providerId, serviceId, RULE));
    if (series.status !== 201) throw new Error('the series was not booked');
    const location = await admin.post('/locations', { name: 'East', timezone: 'UTC' });
    const [customer] = await service.query<{ id: number }>('select id from customers');
    ids = {
      locationId: location.body.data.id,
      serviceId,
      providerId,
      otherId,
      resourceId: resource.body.data.id,
      seriesId: series.body.data.id,
      customerId: customer?.id ?? 0,
    };
    rival = new Client({ connectionString: service.databaseUrl });
    await rival.connect();
    await rival.query('begin');
    for (const table of [
      'providers',
      'resources',
      'locations',
      'customers',
      'appointments',
      'services',
      'series',
    ])
      await rival.query(`select from ${table} for update`);
    await rival.query(`
      select pg_advisory_xact_lock(1904, id) from services;
      select pg_advisory_xact_lock(1903, id) from customers;
      lock table appointments, claims, customers, time_off, closures, series, notifications in share row exclusive mode`);
  });

  afterAll(async () => {
    await rival.end();
    await service.stop();
  });

  /** All rows but the answers that are kept for an `Idempotency-Key`. */
  const rows = async () =>
    (await everyTable(service)).filter(({ table }) => table !== 'public.idempotency_records');

  const DAY = { start: MONDAY, end: MONDAY };
  const SHORT = { hours: [{ start: '15:00', end: '16:00' }] };
  const shortAt = (locationId: number) => ({ hours: [{ start: '15:00', end: '16:00', locationId }] });
  /** For each operation, its path and its bodies. */
  const CASES: Readonly<Record<string, (of: typeof ids) => readonly [path: string, ...bodies: object[]]>> = {
    'POST /series': ({ serviceId, providerId, otherId, customerId }) => [
      '/series',
      aBooking(0, serviceId, { ...RULE, start: '12:00', providerId: undefined, anyProvider: true }),
      aBooking(providerId, serviceId, { ...RULE, start: '12:00' }),
      { ...RULE, start: '12:00', providerId, serviceId, customerId },
      aBooking(0, serviceId, {
        ...{ ...RULE, start: '15:30', onConflict: 'skip', providerId: undefined },
        providerIds: [otherId, providerId],
        anyProvider: true,
      }),
    ],
    'PATCH /series/{id}': ({ seriesId, otherId }) => [
      `/series/${seriesId}`,
      { start: '14:00' },
      { providerId: otherId },
      { status: 'cancelled' },
    ],
    'POST /providers/{id}/time-off': ({ providerId }) => [
      `/providers/${providerId}/time-off`,
      DAY,
      { ...DAY, appointments: 'cancel' },
      { ...DAY, appointments: 'reassign', otherwise: 'cancel' },
    ],
    'POST /resources/{id}/time-off': ({ resourceId }) => [
      `/resources/${resourceId}/time-off`,
      DAY,
      { ...DAY, appointments: 'reassign' },
    ],
    'POST /closures': () => ['/closures', DAY, { ...DAY, appointments: 'cancel' }],
    'PUT /special-hours/{date}': ({ locationId }) => [
      `/special-hours/${MONDAY}`,
      SHORT,
      { ...SHORT, appointments: 'cancel' },
      { ...SHORT, locationId, appointments: 'cancel' },
    ],
    'PUT /providers/{id}/special-hours/{date}': ({ providerId, locationId }) => [
      `/providers/${providerId}/special-hours/${MONDAY}`,
      SHORT,
      { ...SHORT, appointments: 'cancel' },
      { ...shortAt(locationId), appointments: 'cancel' },
    ],
    'PUT /providers/{id}/special-hours': ({ providerId, locationId }) => [
      `/providers/${providerId}/special-hours`,
      { days: [{ date: MONDAY, ...SHORT }], appointments: 'cancel' },
      { days: [{ date: MONDAY, ...shortAt(locationId) }], appointments: 'cancel' },
    ],
    'POST /appointments/complete': () => ['/appointments/complete', { until: MONDAY }],
    'POST /appointments/reassign': ({ providerId }) => [
      '/appointments/reassign',
      { providerId, from: MONDAY, to: MONDAY },
    ],
  };

  it('is one of an operation that this test knows', () => {
    const document = builtDocument(service.app);
    const withDryRun = operationsOf(document).filter(
      ({ operation }) => requestSchemaOf(operation, document)?.properties?.['dryRun'] !== undefined,
    );
    expect(withDryRun.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      Object.keys(CASES).sort(),
    );
  });

  it.each(Object.keys(CASES))('waits for no lock, and writes nothing: %s', async (name) => {
    const before = await rows();
    const [path = '', ...bodies] = CASES[name]?.(ids) ?? [];
    const [method = ''] = name.split(' ');
    for (const [i, body] of bodies.entries())
      for (const headers of [undefined, { 'idempotency-key': `${name.replaceAll(/\W/g, '')}-${i}` }]) {
        if (method !== 'POST' && headers !== undefined) continue;
        const sending = { body: { ...body, dryRun: true }, ...(headers && { headers }) };
        const answer = await service.admin.send(method, path, sending);
        expect([answer.status, answer.body.error]).toEqual([200, undefined]);
      }
    expect(await rows()).toEqual(before);
  });

  it('is one of an operation of which a visitor of a page has one at a time: the others are a 429, after which to try again', async () => {
    const { visitor } = await aBrowserKey(service);
    const blocker = new Client({ connectionString: service.databaseUrl });
    await blocker.connect();
    await blocker.query('begin; lock table special_hours in access exclusive mode');
    const body = aBooking(ids.providerId, ids.serviceId, { ...RULE, start: '15:00', dryRun: true });
    let refusals = 0;
    const send = async () => {
      const answer = await visitor.post('/series', body);
      // The first one reads what is locked until the others are refused.
      if (answer.status === 429 && ++refusals === 7) await blocker.end();
      return answer;
    };
    const answers = await Promise.all(Array.from({ length: 8 }, send));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refused).toHaveLength(7);
    for (const {
      headers,
      body: { error },
    } of refused)
      expect([headers.get('retry-after'), error.code]).toEqual(['1', 'rate_limited']);
    expect((await send()).status).toBe(200);
  });
});
