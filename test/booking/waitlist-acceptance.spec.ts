import type { Answer } from '../support/api-client';
import { anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { START } from '../support/settable-clock';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf, entriesNow, type Entry, makeOffers, statusesNow } from '../support/waiting';

type Offered = Entry & { readonly manageUrl: string };

interface Scene {
  readonly ana: number;
  readonly ben: number;
  readonly yoga: number;
  readonly place: number;
  readonly entry: Offered;
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const DAY = { start: MONDAY, end: MONDAY };

describe('An offer of the waitlist, when it is accepted', () => {
  let service: TestService;
  let scene: Scene;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    service.clock.set(START);
    const { admin } = service;
    const [ana, ben] = [await aProvider(admin), await aProvider(admin)];
    const place = (await admin.post('/locations', { name: 'North' })).body.data.id as number;
    const yoga = await aService(admin, { providerIds: [ana], capacity: 3 });
    const members = { providerId: ana, locationId: place, seats: 2, from: MONDAY, to: MONDAY };
    scene = { ana, ben, yoga, place, entry: (await anEntryOf(service, yoga, members)) as Offered };
  });

  afterEach(async () => {
    for (const table of [
      'waitlist_entries',
      'appointments',
      'holds',
      'time_off',
      'closures',
      'special_hours',
    ])
      await service.query(`delete from ${table}`);
    await service.admin.put('/business-hours', { workStart: '09:00', workEnd: '17:00', days: DAYS });
  });

  afterAll(() => service.stop());

  const tokenOf = ({ manageUrl }: Offered) => manageUrl.split('/m/')[1] ?? '';
  /** The ways to take what is offered. */
  const WAYS: Readonly<Record<string, (entry: Offered) => Promise<Answer>>> = {
    'by its entry': ({ id }) => service.admin.post(`/waitlist/${id}/accept`),
    'by the link': (entry) => service.anonymous.post(`/manage/${tokenOf(entry)}/accept`),
    'as a hold': ({ offer, customerId }) =>
      service.admin.post('/appointments', { holdId: offer?.holdId, customerId }),
  };
  const refusalOf = ({ status, body }: Answer) => [status, body.error.details.reason];

  /** What keeps it from being booked, and the reason; what can be taken back is. */
  const CHANGES: readonly (readonly [string, string, (scene: Scene) => Promise<Answer>])[] = [
    [
      'the provider has time off',
      'time_off',
      ({ ana }) => service.admin.post(`/providers/${ana}/time-off`, DAY),
    ],
    ['the business is closed', 'closed', () => service.admin.post('/closures', DAY)],
    [
      'the place is closed',
      'closed',
      ({ place: locationId }) => service.admin.post('/closures', { ...DAY, locationId }),
    ],
    [
      'the provider has a day off',
      'outside_working_hours',
      ({ ana }) => service.admin.put(`/providers/${ana}/special-hours/${MONDAY}`, { hours: [] }),
    ],
    [
      'the provider has many days off',
      'outside_working_hours',
      ({ ana }) =>
        service.admin.put(`/providers/${ana}/special-hours`, { days: [{ date: MONDAY, hours: [] }] }),
    ],
    [
      'the business has other hours on the date',
      'outside_working_hours',
      () => service.admin.put(`/special-hours/${MONDAY}`, { hours: [{ start: '12:00', end: '17:00' }] }),
    ],
    [
      'the place has other hours on the date',
      'outside_working_hours',
      ({ place: locationId }) => service.admin.put(`/special-hours/${MONDAY}`, { hours: [], locationId }),
    ],
    [
      'the provider works elsewhere on the date',
      'not_at_location',
      async ({ ana }) => {
        const { body } = await service.admin.post('/locations', { name: 'South' });
        const hours = [{ start: '09:00', end: '17:00', locationId: body.data.id }];
        return service.admin.put(`/providers/${ana}/special-hours/${MONDAY}`, { hours });
      },
    ],
    [
      'the provider does not work on Mondays any more',
      'outside_working_hours',
      ({ ana }) =>
        service.admin.patch(`/providers/${ana}`, {
          schedule: [{ day: 'friday', start: '09:00', end: '17:00' }],
        }),
    ],
    [
      'the business does not open on Mondays any more',
      'outside_working_hours',
      () =>
        service.admin.put('/business-hours', { workStart: '09:00', workEnd: '17:00', days: DAYS.slice(1) }),
    ],
    [
      'the provider is inactive',
      'provider_unavailable',
      ({ ana }) => service.admin.delete(`/providers/${ana}`),
    ],
    [
      'the service is inactive',
      'service_unavailable',
      ({ yoga }) => service.admin.patch(`/services/${yoga}`, { active: false }),
    ],
    [
      'the service is deleted',
      'service_unavailable',
      ({ yoga }) => service.admin.delete(`/services/${yoga}`),
    ],
    [
      'the provider does not offer the service any more',
      'service_not_offered',
      ({ yoga, ben }) => service.admin.patch(`/services/${yoga}`, { providerIds: [ben] }),
    ],
    [
      'the notice has become longer',
      'too_soon',
      ({ yoga }) => service.admin.patch(`/services/${yoga}`, { minNoticeMin: 10_000 }),
    ],
    [
      'the horizon has become shorter',
      'too_far_ahead',
      ({ yoga }) => service.admin.patch(`/services/${yoga}`, { maxAdvanceDays: 1 }),
    ],
    [
      'the service has fewer seats',
      'session_full',
      ({ yoga }) => service.admin.patch(`/services/${yoga}`, { capacity: 1 }),
    ],
    [
      'the service needs a room',
      'resource_unavailable',
      ({ yoga }) => service.admin.patch(`/services/${yoga}`, { resources: [{ kind: 'hall', quantity: 1 }] }),
    ],
  ];

  it.each(CHANGES)('is refused where %s: %s', async (_change, reason, change) => {
    const { entry } = scene;
    expect((await change(scene)).status).toBeLessThan(300);
    for (const accept of Object.values(WAYS)) expect(refusalOf(await accept(entry))).toEqual([422, reason]);
    // Nothing of the booking is left, and the offer is as it was.
    expect(await service.query('select from appointments')).toEqual([]);
    expect(await entriesNow(service, [entry])).toEqual([entry]);
  });

  it.each(Object.keys(WAYS))('is refused where the service has its duration no more, %s', async (way) => {
    const { admin } = service;
    const cut = await aService(admin, {
      providerIds: [scene.ben],
      durationOptions: [{ durationMin: 60, price: null }],
    });
    const entry = (await anEntryOf(service, cut, { providerId: scene.ben, durationMin: 60 })) as Offered;
    await admin.patch(`/services/${cut}`, { durationOptions: [] });
    const refused = await WAYS[way]?.(entry);
    expect(refused && refusalOf(refused)).toEqual([422, 'service_unavailable']);
    await admin.patch(`/services/${cut}`, { durationOptions: [{ durationMin: 60, price: null }] });
    expect((await WAYS[way]?.(entry))?.status).toBeLessThan(300);
  });

  it.each(Object.keys(WAYS))('is booked once nothing keeps it from that any more, %s', async (way) => {
    const { ana, entry } = scene;
    const { body } = await service.admin.post(`/providers/${ana}/time-off`, DAY);
    expect((await WAYS[way]?.(entry))?.status).toBe(422);
    await service.admin.delete(`/providers/${ana}/time-off/${body.data.id}`);
    expect((await WAYS[way]?.(entry))?.status).toBeLessThan(300);
    expect(await entriesNow(service, [entry])).toMatchObject([{ status: 'booked', offer: null }]);
  });

  it('is booked by staff who say so, as what they hold is', async () => {
    const { ana, entry } = scene;
    await service.admin.post(`/providers/${ana}/time-off`, DAY);
    const { offer, customerId } = entry;
    const body = { holdId: offer?.holdId, customerId, ignoreSchedule: true };
    expect((await service.admin.post('/appointments', body)).status).toBe(201);
    const held = { providerId: ana, serviceId: scene.yoga, date: '2026-11-24', start: '10:00' };
    const hold = await service.admin.post('/holds', held);
    await service.admin.post(`/providers/${ana}/time-off`, { start: '2026-11-24', end: '2026-11-24' });
    const booked = await service.admin.post('/appointments', { holdId: hold.body.data.id, customerId });
    expect(booked.status).toBe(201);
  });

  it('takes another room and another helper where those that it held are away', async () => {
    const { admin } = service;
    const [eva, fay] = [await aProvider(admin), await aProvider(admin)];
    const room = async () =>
      (await admin.post('/resources', { name: 'Room', kind: 'room' })).body.data.id as number;
    const [first, second] = [await room(), await room()];
    const needs = {
      resources: [{ kind: 'room', quantity: 1 }],
      team: [{ providerIds: [eva, fay], count: 1 }],
    };
    const massage = await aService(admin, { providerIds: [scene.ana], price: 40, ...needs });
    const entry = await anEntryOf(service, massage, { providerId: scene.ana });
    await admin.post(`/resources/${first}/time-off`, DAY);
    await admin.post(`/providers/${eva}/time-off`, DAY);
    await admin.patch(`/services/${massage}`, { durationMin: 60 });
    const { status, body } = await admin.post(`/waitlist/${entry.id}/accept`);
    expect([status, body.data]).toMatchObject([
      201,
      {
        start: entry.offer?.start,
        end: entry.offer?.end,
        price: 40,
        resources: [{ id: second }],
        team: [fay],
      },
    ]);
    expect(
      await service.query('select from claims where hold_id is not null and provider_id <> $1', [scene.ana]),
    ).toEqual([]);
  });

  it('has not lost its time to anyone, although its hold is used up before it is checked', async () => {
    const { ana, yoga, entry } = scene;
    await anAppointment(service.admin, ana, yoga, { start: '09:00', seats: 1, locationId: scene.place });
    const { body } = await service.admin.post(`/waitlist/${entry.id}/accept`);
    expect(body.data).toMatchObject({ start: `${MONDAY}T09:00:00Z`, seats: 2 });
  });

  it('ends with the notice of its service, and is not made where that leaves no minute', async () => {
    const cut = await aService(service.admin, { providerIds: [scene.ben], minNoticeMin: 60 });
    service.clock.set(`${MONDAY}T08:10:00Z`);
    const [soon, late] = [
      await anEntryOf(service, cut, { timeTo: '10:00' }),
      await anEntryOf(service, cut, { timeTo: '10:00' }),
    ];
    expect(soon.offer).toMatchObject({ start: `${MONDAY}T09:30:00Z`, expiresAt: `${MONDAY}T08:30:00Z` });
    expect(late.offer).toBeNull();
    service.clock.set(`${MONDAY}T08:30:00Z`);
    const refused = await service.admin.post(`/waitlist/${soon.id}/accept`);
    expect(refusalOf(refused)).toEqual([422, 'hold_expired']);
    await makeOffers(service);
    expect(await statusesNow(service, [soon, late])).toEqual(['waiting', 'waiting']);
  });
});
