import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { eventsOf } from '../../support/events';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntryOf, entriesNow, makeOffers } from '../../support/waiting';

const CUSTOMER = { name: 'Mia Keller', email: 'mia@example.com' };
interface Booked {
  readonly id: number;
  readonly providerId: number;
  readonly team: readonly number[];
}

/** Bookings of several appointments, and what waits for a helper. */
describe('A service with a team', () => {
  let service: TestService;
  let leaders: [number, number];
  let helpers: [number, number];
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    leaders = [await aProvider(admin), await aProvider(admin)];
    helpers = [await aProvider(admin), await aProvider(admin)];
    serviceId = await aService(admin, {
      durationMin: 60,
      bufferAfterMin: 30,
      providerIds: leaders,
      team: [{ providerIds: helpers, count: 1 }],
    });
  });

  beforeEach(async () => {
    await service.query('delete from appointments');
    await service.query('delete from holds');
    await service.query('delete from waitlist_entries');
    await service.query('delete from time_off');
  });

  afterAll(() => service.stop());

  const teamsIn = (appointments: readonly Booked[]) => appointments.map(({ team }) => team);
  const away = (id: number, date: string) =>
    service.admin.post(`/providers/${id}/time-off`, { start: date, end: date });
  const takenBy = (providers: readonly number[]) =>
    service.query<{ provider_id: number }>(
      'select provider_id from claims where provider_id = any ($1) order by busy, provider_id',
      [providers],
    );

  it('takes a team for each occurrence of a series, and refuses or skips those without one', async () => {
    await away(helpers[0], '2026-11-30');
    for (const id of helpers) await away(id, '2026-12-07');
    const body = { ...aBooking(leaders[0], serviceId), rrule: 'FREQ=WEEKLY;COUNT=4' };
    const refused = await service.admin.post('/series', body);
    expect(refused.body.error.details).toMatchObject({
      reason: 'occurrences_refused',
      occurrences: [{ date: '2026-12-07', reason: 'team_unavailable' }],
    });
    expect(await takenBy(helpers)).toEqual([]);
    const booked = await service.admin.post('/series', { ...body, onConflict: 'skip' });
    const { id, appointments } = booked.body.data as { id: number; appointments: Booked[] };
    expect(teamsIn(appointments)).toEqual([[helpers[0]], [helpers[1]], [helpers[0]]]);
    expect(await takenBy(helpers)).toHaveLength(3);
    const moved = await service.admin.patch(`/series/${id}`, { start: '13:00', providerId: leaders[1] });
    expect(moved.status).toBe(200);
    expect(teamsIn(moved.body.data.appointments as Booked[])).toEqual([
      [helpers[0]],
      [helpers[1]],
      [helpers[0]],
    ]);
    await service.admin.patch(`/series/${id}`, { status: 'cancelled' });
    expect(await takenBy(helpers)).toEqual([]);
  });

  it('gives a series another team where a new service needs one', async () => {
    const alone = await aService(service.admin, { providerIds: leaders });
    const body = { ...aBooking(leaders[0], alone), rrule: 'FREQ=WEEKLY;COUNT=2' };
    const { id } = (await service.admin.post('/series', body)).body.data;
    const changed = await service.admin.patch(`/series/${id}`, { serviceId });
    expect(teamsIn(changed.body.data.appointments as Booked[])).toEqual([[helpers[0]], [helpers[0]]]);
  });

  it('is found and booked as part of a visit, whose items share no helper at a time', async () => {
    const items = [
      { serviceId, providerId: leaders[0] },
      { serviceId, providerId: leaders[1] },
    ];
    const search = async () =>
      (await service.admin.post('/availability/search', { items, from: MONDAY, to: MONDAY, limit: 1 })).body
        .data as { start: string }[];
    const [found] = await search();
    // The buffer of the first item keeps its helper from the second one.
    const booked = await service.admin.post('/visits', { ...CUSTOMER, items, start: found?.start });
    expect(booked.status).toBe(201);
    expect(teamsIn(booked.body.data.appointments as Booked[])).toEqual([[helpers[0]], [helpers[1]]]);
    await service.admin.patch(`/visits/${booked.body.data.id}`, { status: 'cancelled' });
    await away(helpers[1], MONDAY);
    expect(await search()).toEqual([]);
    const refused = await service.admin.post('/visits', { ...CUSTOMER, items, start: found?.start });
    expect(refused.body.error.details).toMatchObject({ item: 1, reason: 'team_unavailable' });
  });

  it('lets a helper give another item of the visit only when the help is over', async () => {
    const other = await aService(service.admin, { durationMin: 30, providerIds: [helpers[0]] });
    await away(helpers[1], MONDAY);
    const items = [{ serviceId, providerId: leaders[0] }, { serviceId: other }];
    const visit = { ...CUSTOMER, items, date: MONDAY, start: '09:00' };
    expect((await service.admin.post('/visits', visit)).body.error.details).toMatchObject({
      item: 1,
      reason: 'slot_taken',
    });
    const booked = await service.admin.post('/visits', { ...visit, maxGapMin: 30 });
    expect(booked.body.data.appointments).toMatchObject([
      { team: [helpers[0]], end: `${MONDAY}T10:00:00Z` },
      { providerId: helpers[0], start: `${MONDAY}T10:30:00Z` },
    ]);
  });

  /** A day on which every start needs a helper who is taken by an appointment of their own. */
  async function aFullDay(): Promise<number> {
    const whole = await aService(service.admin, { durationMin: 480, providerIds: [helpers[0]] });
    await away(helpers[1], MONDAY);
    return (await anAppointment(service.admin, helpers[0], whole, { start: '09:00' })).id;
  }

  it('is offered to the waitlist when a helper is freed, with a hold that takes the team', async () => {
    const full = await aFullDay();
    const entries = [
      await anEntryOf(service, serviceId, { from: MONDAY, to: MONDAY, providerId: leaders[1] }),
      await anEntryOf(service, serviceId, { from: MONDAY, to: MONDAY }),
    ];
    await makeOffers(service);
    expect((await entriesNow(service, entries)).map(({ status }) => status)).toEqual(['waiting', 'waiting']);
    await service.admin.patch(`/appointments/${full}`, { status: 'cancelled' });
    await makeOffers(service);
    const offered = await entriesNow(service, entries);
    expect(offered.map(({ offer }) => offer?.start.slice(11, 16))).toEqual(['09:00', '11:00']);
    expect(await takenBy([helpers[0]])).toHaveLength(2);
    const accepted = await service.admin.post(`/waitlist/${entries[0]?.id}/accept`);
    expect(accepted.body.data).toMatchObject({ providerId: leaders[1], team: [helpers[0]] });
  });

  it('is offered to the waitlist when another appointment gives its helper up', async () => {
    await away(helpers[1], MONDAY);
    const { id } = await anAppointment(service.admin, leaders[0], serviceId, { start: '10:00' });
    const schedule = [{ day: 'monday', start: '10:00', end: '11:00' }];
    const leader = await aProvider(service.admin, { schedule });
    await service.admin.patch(`/services/${serviceId}`, { providerIds: [...leaders, leader] });
    const entry = await anEntryOf(service, serviceId, { from: MONDAY, to: MONDAY, providerId: leader });
    await makeOffers(service);
    expect((await entriesNow(service, [entry]))[0]?.status).toBe('waiting');
    await service.admin.delete(`/appointments/${id}`);
    await makeOffers(service);
    expect((await entriesNow(service, [entry]))[0]?.offer?.start).toBe(`${MONDAY}T10:00:00Z`);
    await service.admin.patch(`/services/${serviceId}`, { providerIds: leaders });
  });

  it('shows the team in events', async () => {
    await away(helpers[0], '2026-11-24');
    const events = await eventsOf(service, async () => {
      const { id } = await anAppointment(service.admin, leaders[0], serviceId, { start: '10:00' });
      await service.admin.patch(`/appointments/${id}`, { date: '2026-11-24' });
      await service.admin.post('/holds', { providerId: leaders[0], serviceId, date: MONDAY, start: '13:00' });
    });
    expect(events.filter(({ resource }) => resource !== 'customer')).toMatchObject([
      { type: 'appointment.booked', data: { team: [helpers[0]] } },
      { type: 'appointment.moved', data: { team: [helpers[1]] }, previous: { team: [helpers[0]] } },
      { type: 'hold.placed', data: { team: [helpers[0]] } },
    ]);
  });
});
