import { SnapshotQueries } from '../../../src/booking/diary/snapshot/snapshot.queries';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('The next slot', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
    serviceId = await aService(service.admin, { durationMin: 240, providerIds: [providerId] });
  });

  afterEach(() => jest.restoreAllMocks());
  afterAll(() => service.stop());

  const next = (query = '') =>
    service.admin.get(`/availability/next-available?serviceId=${serviceId}&${query}`);
  const startOf = async (query: string): Promise<unknown> => (await next(query)).body.data?.start;

  it('is the first slot of the provider from now on', async () => {
    const { status, body } = await next(`providerId=${providerId}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        start: '2026-11-20T09:00:00Z',
        end: '2026-11-20T13:00:00Z',
        date: '2026-11-20',
        time: '09:00',
        providerId,
        price: null,
      },
    });
  });

  it('is the following slot when the first is taken', async () => {
    await anAppointment(service.admin, providerId, serviceId, { start: '09:00' });
    expect(await startOf(`providerId=${providerId}&from=${MONDAY}`)).toBe('2026-11-23T13:00:00Z');
  });

  it.each([
    ['a date', '2026-11-24', '2026-11-24T09:00:00Z'],
    ['the start of a slot', '2026-11-24T09:00:00Z', '2026-11-24T09:00:00Z'],
    ['an instant', '2026-11-24T09:01:00Z', '2026-11-24T13:00:00Z'],
    ['an instant with an offset', '2026-11-24T11:01:00%2B02:00', '2026-11-24T13:00:00Z'],
    ['a date and time without an offset', '2026-11-24T09:01', '2026-11-24T13:00:00Z'],
    ['a day off', '2026-11-21', '2026-11-23T09:00:00Z'],
    ['the past', '2020-01-01', '2026-11-20T09:00:00Z'],
  ])('starts no earlier than %s', async (_, from, start) => {
    expect(await startOf(`providerId=${providerId}&from=${from}`)).toBe(start);
  });

  it('is searched from a date, or from a date and time without an offset, on the provider’s clock', async () => {
    const auckland = await aProvider(service.admin, { timezone: 'Pacific/Auckland' });
    const free = await aService(service.admin, { durationMin: 240, providerIds: [auckland] });
    const ask = (from: string) =>
      service.admin.get(`/availability/next-available?serviceId=${free}&providerId=${auckland}&from=${from}`);
    expect((await ask('2026-11-24')).body.data.start).toBe('2026-11-24T09:00:00+13:00');
    expect((await ask('2026-11-24T09:01')).body.data.start).toBe('2026-11-24T13:00:00+13:00');
  });

  it('of any provider is the earliest one, with all providers that could take it', async () => {
    const other = await aProvider(service.admin);
    await service.admin.patch(`/services/${serviceId}`, { providerIds: [other, providerId] });
    await anAppointment(service.admin, providerId, serviceId, { start: '09:00' });
    expect((await next(`from=${MONDAY}`)).body.data).toMatchObject({
      start: '2026-11-23T09:00:00Z',
      providerId: other,
      providerIds: [other],
    });
    expect((await next(`from=${MONDAY}T12:00:00Z`)).body.data).toMatchObject({
      start: '2026-11-23T13:00:00Z',
      providerId: other,
      providerIds: [other, providerId],
    });
  });

  it('is null when no slot starts before the horizon', async () => {
    const { status, body } = await next(`providerId=${providerId}&from=2027-11-21`);
    expect(status).toBe(200);
    expect(body).toEqual({ data: null });
    await service.admin.patch(`/services/${serviceId}`, { maxAdvanceDays: 0 });
    expect((await next(`from=2026-11-20T16:00:00Z`)).body.data).toBeNull();
  });

  it('may be the last slot before the horizon', async () => {
    await service.admin.patch(`/services/${serviceId}`, { maxAdvanceDays: 3 });
    expect(await startOf('from=2026-11-23T13:00:00Z')).toBe('2026-11-23T13:00:00Z');
    expect(await startOf('from=2026-11-23T13:01:00Z')).toBeUndefined();
  });

  describe('takes', () => {
    const roundTrips = async (query: string): Promise<number> => {
      const queries = service.app.get(SnapshotQueries);
      const snapshots = [jest.spyOn(queries, 'snapshot'), jest.spyOn(queries, 'snapshotForSearch')];
      await next(query);
      const calls = snapshots.flatMap(({ mock }) => mock.calls).length;
      jest.restoreAllMocks();
      return calls;
    };
    const awayUntil = (end: string) =>
      service.query(
        `insert into time_off (provider_id, start_at, end_at, created_at) values ($1, '2026-11-01Z', $2, now())`,
        [providerId, end],
      );

    it('one round trip when there is a slot within 14 days', async () => {
      await awayUntil('2026-12-03T09:00Z');
      expect(await roundTrips(`providerId=${providerId}`)).toBe(1);
      expect(await startOf('')).toBe('2026-12-03T09:00:00Z');
    });

    it('one more round trip for the year after the first 14 days', async () => {
      await awayUntil('2027-09-29T09:00Z');
      expect(await roundTrips(`providerId=${providerId}`)).toBe(2);
      expect(await startOf(`providerId=${providerId}`)).toBe('2027-09-29T09:00:00Z');
    });

    it('one round trip for the year when the first 14 days were full less than a minute ago', async () => {
      await awayUntil('2027-09-29T09:00Z');
      const query = `providerId=${providerId}`;
      expect(await roundTrips(query)).toBe(2);
      expect(await roundTrips(query)).toBe(1);
      await service.query('delete from time_off');
      expect(await roundTrips(query)).toBe(1);
      expect(await startOf(query)).toBe('2026-11-20T09:00:00Z');
      await awayUntil('2027-09-29T09:00Z');
      expect(await roundTrips(`${query}&from=2026-12-24`)).toBe(2);
      service.clock.advance(60_000);
      expect(await roundTrips(query)).toBe(2);
    });

    it('one more round trip for each 60 days after the first 14 days with any provider, or for sessions', async () => {
      await awayUntil('2027-03-30T09:00Z');
      expect(await roundTrips('')).toBe(3);
      await service.admin.patch(`/services/${serviceId}`, { capacity: 2 });
      expect(await roundTrips(`providerId=${providerId}`)).toBe(3);
    });

    it('all round trips up to the horizon when there is no slot', async () => {
      await awayUntil('2030-01-01Z');
      expect(await roundTrips('')).toBe(7);
      expect(await roundTrips(`providerId=${providerId}`)).toBe(2);
    });

    it('one round trip when the service is inactive', async () => {
      await service.admin.patch(`/services/${serviceId}`, { active: false });
      expect(await roundTrips('')).toBe(1);
      expect((await next()).body.data).toBeNull();
    });
  });

  describe('behind a full diary', () => {
    let short: number;

    /** Books every half hour of some working days but those that `isFree` picks. */
    const fill = async (isFree: (halfHour: number) => boolean) => {
      short = await aService(service.admin, {
        durationMin: 60,
        slotIntervalMin: 15,
        bufferBeforeMin: 10,
        bufferAfterMin: 5,
        providerIds: [providerId],
      });
      const { customerId } = await anAppointment(service.admin, providerId, serviceId, {
        ignoreSchedule: true,
        date: '2026-11-22',
      });
      const taken = [...Array(20 * 16).keys()].filter((halfHour) => !isFree(halfHour));
      await service.query(
        `with booked as (
           insert into appointments (provider_id, service_id, customer_id, status, start_at, end_at, busy, created_at, updated_at)
           select $1, $2, $3, 'confirmed', at, at + '30 min', tstzrange(at, at + '30 min'), at, at
           from unnest($4::int[]) n, lateral (
             select timestamptz '2027-03-01T09:00Z' + (n / 16) * interval '1 day' + (n % 16) * interval '30 min' as at) t
           returning *
         )
         insert into claims (provider_id, busy, session, appointment_id)
         select provider_id, busy, nextval('claims_session_seq'), id from booked`,
        [providerId, serviceId, customerId, taken],
      );
      await service.query(
        `insert into time_off (provider_id, start_at, end_at, created_at) values ($1, '2026-11-01Z', '2027-03-01Z', now())`,
        [providerId],
      );
    };
    const ofShort = () => `serviceId=${short}&providerId=${providerId}`;
    /** From the ordinary snapshot of each day. */
    const firstInCalendar = async (from: string): Promise<unknown> => {
      const { body } = await service.admin.get(
        `/availability/calendar?${ofShort()}&from=${from}&to=2027-04-15`,
      );
      const days = body.data.days as { slots: { start: string }[] }[];
      return days.flatMap(({ slots }) => slots)[0]?.start;
    };
    const nextOfShort = async (from: string): Promise<unknown> =>
      (await service.admin.get(`/availability/next-available?${ofShort()}&from=${from}`)).body.data?.start;

    it('is the same as in the calendar, whichever gaps are long enough', async () => {
      // Gaps of half an hour, of an hour, which is too short with the buffers, and of one and a half hours.
      await fill((n) => n % 3 === 0 || (n > 80 && n % 16 < 2) || (n > 200 && n % 16 < 3));
      for (const from of ['2026-11-23', '2027-03-02', '2027-03-09', '2027-03-14']) {
        const first = await firstInCalendar(from < '2027' ? '2027-02-27' : from);
        expect([from, await nextOfShort(from)]).toEqual([from, first]);
      }
    });

    it('is a gap that the appointment to be moved leaves', async () => {
      await fill(() => false);
      expect(await nextOfShort('2026-11-23')).toBe('2027-03-22T09:00:00Z');
      const [row] = await service.query<{ id: number }>(
        `select id from appointments where start_at = '2027-03-05T12:00Z' and provider_id = $1`,
        [providerId],
      );
      await service.admin.delete(`/appointments/${String((row?.id ?? 0) + 1)}`);
      const check = (excludeAppointmentId?: number) =>
        service.admin.post('/availability/check', {
          ...{ serviceId: short, providerId, date: '2026-12-01', start: '09:00', excludeAppointmentId },
        });
      const firstAlternative = async (id?: number) =>
        ((await check(id)).body.data.alternatives as { start: string }[])[0]?.start;
      expect(await firstAlternative()).toBe('2027-03-22T09:00:00Z');
      expect(await firstAlternative(row?.id)).toBe('2027-03-22T09:00:00Z');
      await service.query(`update services set buffer_before_min = 0, buffer_after_min = 0 where id = $1`, [
        short,
      ]);
      expect(await firstAlternative(row?.id)).toBe('2027-03-05T12:00:00Z');
    });

    it('is a time whose hold has expired', async () => {
      await fill((n) => n >= 40 && n < 44);
      const free = await nextOfShort('2026-11-23');
      const hold = await service.admin.post('/holds', {
        ...{ serviceId: short, providerId, start: free, ttlSec: 60 },
      });
      expect(hold.status).toBe(201);
      expect(await nextOfShort('2026-11-23')).not.toBe(free);
      service.clock.advance(61_000);
      expect(await nextOfShort('2026-11-23')).toBe(free);
    });
  });

  it('is refused for malformed parameters and for ids that do not exist', async () => {
    const malformed = await service.admin.get('/availability/next-available?providerId=0&from=soon');
    expect(malformed.status).toBe(422);
    expect(malformed.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: {
        serviceId: 'is required',
        providerId: 'must be the id of an existing one, a positive integer',
        from: 'must be a date as YYYY-MM-DD or an instant such as 2026-12-01T09:00:00Z',
      },
    });
    const unknown = await service.admin.get(
      '/availability/next-available?serviceId=999999&providerId=999999',
    );
    expect(unknown.body.error.details).toEqual({
      serviceId: 'names no service',
      providerId: 'names no provider',
    });
    expect((await service.anonymous.get('/availability/next-available')).status).toBe(401);
  });
});
