import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { START } from '../support/settable-clock';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf, makeOffers, statusesNow } from '../support/waiting';

const TUESDAY = '2026-11-24';

interface Offered {
  readonly date: string;
  readonly time: string;
  readonly start: string;
  readonly providerId: number;
}

describe('A limit per day', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterEach(async () => {
    service.clock.set(START);
    await service.query('truncate appointments, holds, waitlist_entries, customers cascade');
  });

  afterAll(() => service.stop());

  const dataOf = async (path: string) => (await service.admin.get(path)).body.data;
  const detailsOf = async (path: string, body: object) => {
    const answer = await service.admin.post(path, body);
    return answer.status === 201 ? undefined : answer.body.error.details;
  };
  const slotsOn = async (date: string, query: string) =>
    ((await dataOf(`/availability/slots?${query}&date=${date}`)) as Offered[]).map(({ time }) => time);

  /** Works around the clock on Monday and Tuesday. */
  const aProviderInTokyo = async (members: object = {}) => {
    const id = await aProvider(service.admin, { timezone: 'Asia/Tokyo', ...members });
    const days = [MONDAY, TUESDAY].map((date) => ({ date, hours: [{ start: '00:00', end: '24:00' }] }));
    await service.admin.put(`/providers/${id}/special-hours`, { days });
    return id;
  };

  describe('of a provider', () => {
    const REACHED = { reason: 'limit_reached', limit: 'provider.maxPerDay' };
    let providerId: number;
    let serviceId: number;
    let query: string;

    beforeAll(async () => {
      providerId = await aProvider(service.admin, { maxPerDay: 2 });
      serviceId = await aService(service.admin);
      await service.admin.patch(`/services/${serviceId}`, { providerIds: [providerId] });
      query = `providerId=${providerId}&serviceId=${serviceId}`;
    });

    const book = (start: string, members: object = {}) =>
      anAppointment(service.admin, providerId, serviceId, { start, ...members });
    const refusalOf = (members: object = {}, path = '/appointments') =>
      detailsOf(path, aBooking(providerId, serviceId, { start: '15:00', ...members }));
    const fill = async () => [await book('10:00'), await book('11:00')] as const;

    it('refuses a further booking, names the limit, and offers other dates', async () => {
      await fill();
      const details = await refusalOf();
      expect(details).toMatchObject(REACHED);
      expect((details?.alternatives as Offered[]).map(({ date }) => date)).toEqual([
        TUESDAY,
        TUESDAY,
        TUESDAY,
      ]);
      expect(await refusalOf({ date: TUESDAY })).toBeUndefined();
    });

    it('counts the bookings of all services that the provider leads', async () => {
      await book('10:00');
      const other = await aService(service.admin);
      await book('11:00', { serviceId: other });
      expect(await refusalOf({ serviceId: other })).toMatchObject(REACHED);
    });

    it('is asked after what is taken', async () => {
      await fill();
      expect(await refusalOf({ start: '10:00' })).toMatchObject({ reason: 'slot_taken' });
    });

    it('takes full dates out of slots, summary, calendar and next-available', async () => {
      await book('10:00');
      expect(await slotsOn(MONDAY, query)).toHaveLength(15);
      await book('11:00');
      expect(await slotsOn(MONDAY, query)).toEqual([]);
      expect(await slotsOn(TUESDAY, query)).toHaveLength(16);
      const range = `${query}&from=${MONDAY}&to=${TUESDAY}`;
      expect(await dataOf(`/availability/summary?${range}`)).toEqual([
        { date: MONDAY, working: true, slots: 0, first: null, last: null },
        expect.objectContaining({ date: TUESDAY, slots: 16 }),
      ]);
      const { days } = await dataOf(`/availability/calendar?${range}`);
      expect((days as { slots: unknown[] }[]).map(({ slots }) => slots.length)).toEqual([0, 16]);
      const next = await dataOf(`/availability/next-available?${query}&from=${MONDAY}`);
      expect(next).toMatchObject({ date: TUESDAY, time: '09:00' });
    });

    it.each(['/availability/check', '/appointments/check-availability'])(
      'refuses a check at %s',
      async (path) => {
        const [{ id }] = await fill();
        const check = async (members: object = {}) => {
          const body = { providerId, serviceId, date: MONDAY, start: '15:00', ...members };
          return (await service.admin.post(path, body)).body.data;
        };
        const checked = await check();
        expect(checked).toMatchObject({ available: false, ...REACHED, conflicts: [] });
        expect(checked.message).toBe('The provider is booked as often on this date as is allowed');
        expect((checked.alternatives as Offered[])[0]?.date).toBe(TUESDAY);
        expect(await check({ excludeAppointmentId: id })).toMatchObject({ available: true });
        expect(await check({ ignoreSchedule: true })).toMatchObject({ available: true });
      },
    );

    it('counts holds until they expire, and asks them', async () => {
      await book('10:00');
      const hold = { providerId, serviceId, date: MONDAY, start: '11:00', ttlSec: 60 };
      const { body } = await service.admin.post('/holds', hold);
      expect(await refusalOf()).toMatchObject(REACHED);
      expect(await detailsOf('/holds', { ...hold, start: '12:00' })).toMatchObject(REACHED);
      expect(await refusalOf({ holdId: body.data.id, start: undefined, date: undefined })).toBeUndefined();
      const held = { ...hold, date: TUESDAY };
      await service.admin.post('/holds', held);
      await service.admin.post('/holds', { ...held, start: '12:00' });
      expect(await refusalOf({ date: TUESDAY })).toMatchObject(REACHED);
      service.clock.advance(60_000);
      expect(await refusalOf({ date: TUESDAY })).toBeUndefined();
    });

    it('is free again when an appointment is cancelled, and does not keep it from being activated again', async () => {
      const [{ id }] = await fill();
      await service.admin.patch(`/appointments/${id}/status`, { status: 'cancelled' });
      expect(await refusalOf()).toBeUndefined();
      const activated = await service.admin.patch(`/appointments/${id}/status`, { status: 'confirmed' });
      expect(activated.status).toBe(200);
      expect(await refusalOf({ start: '16:00' })).toMatchObject(REACHED);
    });

    it('does not count an appointment that moves within its date, and keeps others from moving to it', async () => {
      const [{ id }] = await fill();
      expect((await service.admin.patch(`/appointments/${id}`, { start: '14:00' })).status).toBe(200);
      const other = await book('10:00', { date: TUESDAY });
      const moved = await service.admin.patch(`/appointments/${other.id}`, { date: MONDAY, start: '15:00' });
      expect([moved.status, moved.body.error.details]).toEqual([422, expect.objectContaining(REACHED)]);
    });

    it('is skipped by ignoreSchedule, whose booking counts', async () => {
      await book('10:00');
      await book('11:00', { ignoreSchedule: true });
      await book('12:00', { ignoreSchedule: true });
      expect(await refusalOf()).toMatchObject(REACHED);
    });

    it('counts a group session once, and lets more customers join it', async () => {
      const yoga = await aService(service.admin, { capacity: 3 });
      await book('10:00', { serviceId: yoga });
      await book('10:00', { serviceId: yoga });
      await book('11:00');
      const ofYoga = `providerId=${providerId}&serviceId=${yoga}`;
      expect(await slotsOn(MONDAY, ofYoga)).toEqual(['10:00']);
      expect(await refusalOf({ serviceId: yoga, start: '10:00' })).toBeUndefined();
      expect(await refusalOf({ serviceId: yoga })).toMatchObject(REACHED);
    });

    it('does not count help in a team', async () => {
      const leader = await aProvider(service.admin);
      const withTeam = await aService(service.admin, {
        team: [{ providerIds: [providerId], count: 1 }],
        providerIds: [leader],
      });
      for (const start of ['10:00', '11:00', '12:00'])
        await anAppointment(service.admin, leader, withTeam, { start });
      await book('13:00');
      expect(await slotsOn(MONDAY, query)).toContain('14:00');
    });

    it('is of the date that answers show for a class at no place, which older versions took on any clock', async () => {
      const inTokyo = await service.admin.post('/locations', { name: 'Tokyo', timezone: 'Asia/Tokyo' });
      const locationId = inTokyo.body.data.id as number;
      const schedule = [{ day: 'monday', start: '00:00', end: '24:00', locationId }];
      const teacher = await aProvider(service.admin, { maxPerDay: 1, schedule });
      const yoga = await aService(service.admin, { startsAt: 'schedule', providerIds: [teacher] });
      const classes = [0, 510, 720].map((startMin) => ({ day: 'monday', startMin, providerId: teacher }));
      await service.query('update services set timetable = $1 where id = $2', [
        JSON.stringify(classes),
        yoga,
      ]);
      const at = (start: string) => aBooking(teacher, yoga, { start });
      const first = await service.admin.post('/appointments', at('00:00'));
      expect(first.body.data).toMatchObject({ start: '2026-11-22T15:00:00Z', locationId: null });
      expect(await detailsOf('/appointments', at('08:30'))).toMatchObject(REACHED);
      expect(await slotsOn(MONDAY, `providerId=${teacher}&serviceId=${yoga}`)).toEqual(['12:00']);
      expect(await detailsOf('/appointments', at('12:00'))).toBeUndefined();
    });

    it('is of the date on the provider’s clock', async () => {
      const inTokyo = await aProviderInTokyo({ maxPerDay: 1 });
      const anywhere = await aService(service.admin);
      const at = (start: string) => ({
        ...{ providerId: inTokyo, serviceId: anywhere },
        ...{ date: undefined, start },
      });
      await book('', at(`${MONDAY}T14:00:00Z`)); // 23:00 on Monday
      expect(await refusalOf(at(`${MONDAY}T08:00:00Z`))).toMatchObject(REACHED);
      expect(await refusalOf(at(`${MONDAY}T15:00:00Z`))).toBeUndefined();
    });

    it('sends a booking of any provider to another one', async () => {
      const other = await aProvider(service.admin);
      const shared = await aService(service.admin, { providerIds: [providerId, other] });
      await fill();
      await anAppointment(service.admin, other, shared, { start: '16:00', durationMin: undefined });
      await anAppointment(service.admin, other, shared, { start: '16:30' });
      await anAppointment(service.admin, other, shared, { start: '12:00' });
      const any = { serviceId: shared, providerId: undefined, anyProvider: true };
      const { body } = await service.admin.post(
        '/appointments',
        aBooking(0, shared, { ...any, start: '14:00' }),
      );
      expect(body.data.providerId).toBe(other);
      const slots = (await dataOf(
        `/availability/slots?serviceId=${shared}&anyProvider=true&date=${MONDAY}`,
      )) as { providerIds: number[] }[];
      expect(new Set(slots.flatMap(({ providerIds }) => providerIds))).toEqual(new Set([other]));
    });

    it('refuses the occurrences of a series on full dates, and what an earlier one has filled', async () => {
      await fill();
      const series = { ...aBooking(providerId, serviceId, { start: '15:00' }), rrule: 'FREQ=DAILY;COUNT=2' };
      const refused = await detailsOf('/series', series);
      expect(refused?.occurrences).toEqual([
        { date: MONDAY, start: '15:00', reason: 'limit_reached', alternatives: [] },
      ]);
      const skipped = await service.admin.post('/series', { ...series, onConflict: 'skip' });
      expect(skipped.body.data.appointments).toHaveLength(1);
      expect(skipped.body.data.skipped).toHaveLength(1);
    });

    it('is kept by a visit with several items of the provider', async () => {
      const items = (count: number) => Array.from({ length: count }, () => ({ serviceId, providerId }));
      const search = async (count: number) => {
        const body = { items: items(count), from: MONDAY, to: MONDAY };
        return (await service.admin.post('/availability/search', body)).body.data as unknown[];
      };
      expect(await search(3)).toEqual([]);
      expect(await search(2)).not.toEqual([]);
      const visit = { name: 'Mia', email: 'mia@example.com', date: MONDAY, start: '09:00' };
      const refused = await detailsOf('/visits', { ...visit, items: items(3) });
      expect(refused).toMatchObject({ ...REACHED, item: 2 });
      expect(await detailsOf('/visits', { ...visit, items: items(2) })).toBeUndefined();
      expect(await search(1)).toEqual([]);
      const later = { ...visit, start: '12:00', items: items(1) };
      expect(await detailsOf('/visits', later)).toMatchObject({ ...REACHED, item: 0 });
    });

    it('keeps a full date from the waitlist until an appointment of it is cancelled', async () => {
      const [{ id }] = await fill();
      const entry = await anEntryOf(service, serviceId, { providerId, timeFrom: '15:00' });
      expect(entry.status).toBe('waiting');
      await makeOffers(service);
      expect(await statusesNow(service, [entry])).toEqual(['waiting']);
      await service.admin.patch(`/appointments/${id}/status`, { status: 'cancelled' });
      await makeOffers(service);
      expect(await statusesNow(service, [entry])).toEqual(['offered']);
    });

    it('is seen with a key alone', async () => {
      const listed = async (client: TestService['admin']) => {
        const { body } = await client.get('/providers?length=100');
        return (body.data as { id: number }[]).find(({ id }) => id === providerId);
      };
      expect(await listed(service.admin)).toHaveProperty('maxPerDay', 2);
      expect(await listed(service.anonymous)).not.toHaveProperty('maxPerDay');
    });

    it('ends with null', async () => {
      const id = await aProvider(service.admin, { maxPerDay: 1 });
      await anAppointment(service.admin, id, await aService(service.admin), { start: '10:00' });
      const more = aBooking(id, await aService(service.admin), { start: '11:00' });
      expect(await detailsOf('/appointments', more)).toMatchObject(REACHED);
      await service.admin.patch(`/providers/${id}`, { maxPerDay: null });
      expect(await detailsOf('/appointments', more)).toBeUndefined();
    });
  });

  describe('of a service', () => {
    const REACHED = { reason: 'limit_reached', limit: 'service.maxPerDay' };
    let providers: number[];
    let serviceId: number;

    beforeAll(async () => {
      providers = [await aProvider(service.admin), await aProvider(service.admin)];
      serviceId = await aService(service.admin, { maxPerDay: 2, providerIds: providers });
    });

    const book = (provider: number, start: string, members: object = {}) =>
      anAppointment(service.admin, providers[provider] ?? 0, serviceId, { start, ...members });
    const refusalOf = (provider: number, members: object = {}) =>
      detailsOf(
        '/appointments',
        aBooking(providers[provider] ?? 0, serviceId, { start: '15:00', ...members }),
      );

    it('counts its bookings with all providers, and no other service', async () => {
      await book(0, '10:00');
      const other = await aService(service.admin, { providerIds: providers });
      await anAppointment(service.admin, providers[0] ?? 0, other, { start: '11:00' });
      await book(1, '10:00');
      expect(await refusalOf(0)).toMatchObject(REACHED);
      expect(await refusalOf(1)).toMatchObject(REACHED);
      expect(await refusalOf(1, { date: TUESDAY })).toBeUndefined();
      for (const whose of ['anyProvider=true', `providerId=${providers[1]}`])
        expect(await slotsOn(MONDAY, `serviceId=${serviceId}&${whose}`)).toEqual([]);
      const any = { providerId: undefined, anyProvider: true };
      expect(await refusalOf(0, any)).toMatchObject(REACHED);
    });

    it('counts each booking on the date of its own provider’s clock', async () => {
      const inTokyo = await aProviderInTokyo();
      const both = await aService(service.admin, { maxPerDay: 1, providerIds: [inTokyo, ...providers] });
      // 01:00 on Tuesday in Tokyo.
      await anAppointment(service.admin, inTokyo, both, { date: undefined, start: `${MONDAY}T16:00:00Z` });
      expect(await slotsOn(MONDAY, `serviceId=${both}&providerId=${providers[0]}`)).toHaveLength(16);
      expect(await slotsOn(TUESDAY, `serviceId=${both}&providerId=${providers[0]}`)).toEqual([]);
    });

    it('counts the occurrences of one series and the items of one visit together', async () => {
      const visit = { name: 'Mia', email: 'mia@example.com', date: MONDAY, start: '09:00' };
      const items = [0, 1, 0].map((provider) => ({ serviceId, providerId: providers[provider] }));
      expect(await detailsOf('/visits', { ...visit, items })).toMatchObject({ ...REACHED, item: 2 });
      expect(await detailsOf('/visits', { ...visit, items: items.slice(0, 2) })).toBeUndefined();
    });

    it('frees times of other providers for the waitlist when a booking is cancelled', async () => {
      const { id } = await book(0, '10:00');
      await book(0, '11:00');
      const entry = await anEntryOf(service, serviceId, { providerId: providers[1], timeFrom: '15:00' });
      await makeOffers(service);
      expect(await statusesNow(service, [entry])).toEqual(['waiting']);
      await service.admin.patch(`/appointments/${id}/status`, { status: 'cancelled' });
      await makeOffers(service);
      expect(await statusesNow(service, [entry])).toEqual(['offered']);
    });

    it('gives its times to the waitlist when it is raised', async () => {
      const raised = await aService(service.admin, { maxPerDay: 1, providerIds: providers });
      await anAppointment(service.admin, providers[0] ?? 0, raised, { start: '10:00' });
      const entry = await anEntryOf(service, raised);
      expect(entry.status).toBe('waiting');
      await makeOffers(service);
      await service.admin.patch(`/services/${raised}`, { maxPerDay: 2 });
      await makeOffers(service);
      expect(await statusesNow(service, [entry])).toEqual(['offered']);
    });
  });

  it.each(['services', 'providers'])('of %s is from 1 to 1,000', async (resource) => {
    const required = { name: 'Any', durationMin: 30, email: 'limited@example.com' };
    for (const maxPerDay of [0, 1_001, 1.5, 'two']) {
      const { status, body } = await service.admin.post(`/${resource}`, { ...required, maxPerDay });
      expect([status, body.error.details]).toEqual([422, { maxPerDay: 'must be an integer from 1 to 1000' }]);
    }
  });
});
