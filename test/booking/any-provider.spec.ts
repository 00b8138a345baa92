import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const TUESDAY = '2026-11-24';
const NEXT_MONDAY = '2026-11-30';
const CUSTOMER = { name: 'Mia Keller', email: 'mia@example.com' };

describe('A booking of any provider', () => {
  let service: TestService;
  let haircut: number;
  let ana: number;
  let ben: number;
  let cleo: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  // Those of the test before take no bookings any more.
  beforeEach(async () => {
    for (const table of ['appointments', 'holds']) await service.query(`delete from ${table}`);
    await service.query(`update users set active = false where 'provider' = any (roles)`);
    haircut = await aService(service.admin, { durationMin: 60 });
    [ana, ben, cleo] = [
      await aProvider(service.admin),
      await aProvider(service.admin),
      await aProvider(service.admin),
    ];
  });

  afterAll(() => service.stop());

  const wanted = (members: object = {}) => ({
    serviceId: haircut,
    anyProvider: true,
    date: MONDAY,
    start: '10:00',
    ...members,
  });
  const post = (path: string, members: object = {}) =>
    service.admin.post(path, { ...CUSTOMER, ...wanted(members) });
  const book = (members: object = {}) => post('/appointments', members);
  const take = (provider: number, members: object) =>
    anAppointment(service.admin, provider, haircut, members);
  const refused = ({ body }: Awaited<ReturnType<typeof book>>) => body.error.details;

  it('takes the provider with the fewest booked minutes on the date, then the lowest id', async () => {
    await take(ana, { start: '09:00', end: '10:00' });
    await take(ben, { start: '13:00', end: '14:30' });
    await take(ana, { date: TUESDAY, start: '09:00' });
    const providers = [];
    for (const start of ['15:00', '15:00', '16:00', '16:00'])
      providers.push((await book({ start })).body.data.providerId);
    expect(providers).toEqual([cleo, ana, cleo, ben]);
  });

  it('is offered with the minutes that are left when the appointment that is to move is gone', async () => {
    const { id } = await take(ana, { start: '09:00', end: '12:00' });
    await take(ben, { start: '13:00' });
    const path = `/availability/slots?serviceId=${haircut}&anyProvider=true&date=${MONDAY}`;
    const orderOf = async (query: string) =>
      (await service.admin.get(path + query)).body.data.at(-1).providerIds;
    expect(await orderOf('')).toEqual([cleo, ben, ana]);
    expect(await orderOf(`&excludeAppointmentId=${id}`)).toEqual([ana, cleo, ben]);
  });

  it('is refused only when no provider can take it, with the next slots of any', async () => {
    await take(ana, {});
    await service.admin.patch(`/providers/${cleo}`, {
      schedule: [{ day: 'friday', start: '09:00', end: '17:00' }],
    });
    expect((await book()).body.data.providerId).toBe(ben);
    const answer = await book();
    expect(answer.status).toBe(422);
    expect(refused(answer)).toMatchObject({
      reason: 'slot_taken',
      alternatives: [
        { time: '11:00', providerIds: [ana, ben] },
        { time: '12:00', providerIds: [ana, ben] },
        { time: '13:00', providerIds: [ana, ben] },
      ],
    });
  });

  it('is given to one of the named providers alone', async () => {
    const providerIds = [ben, cleo];
    const providers = [];
    for (let count = 0; count < 2; count++)
      providers.push((await book({ providerIds })).body.data.providerId);
    expect(providers).toEqual([ben, cleo]);
    const answer = await book({ providerIds });
    expect(refused(answer)).toMatchObject({
      reason: 'slot_taken',
      alternatives: Array(3).fill({ providerIds }),
    });
    expect(refused(await book({ providerIds: [ben, 9_999] }))).toEqual({ providerIds: 'names no provider' });
  });

  it('is refused for the reason of the provider who passes the most rules', async () => {
    const reasonOf = async (members: object) => {
      const { body } = await service.admin.post('/availability/check', wanted(members));
      expect(refused(await book(members)).reason).toBe(body.data.reason);
      return body.data.reason;
    };
    await service.admin.delete(`/providers/${ana}`);
    await service.admin.patch(`/providers/${ben}`, { serviceIds: [] });
    expect(await reasonOf({ providerIds: [ana, ben] })).toBe('service_not_offered');
    expect(await reasonOf({ providerIds: [ana] })).toBe('provider_unavailable');
    expect(await reasonOf({ start: '20:00' })).toBe('outside_working_hours');
    await service.admin.patch(`/providers/${cleo}`, { serviceIds: [] });
    expect(await reasonOf({})).toBe('service_not_offered');
    await service.admin.patch(`/services/${haircut}`, { active: false });
    expect(await reasonOf({})).toBe('service_unavailable');
  });

  it('reads a time of day on the clock of each provider', async () => {
    await service.admin.patch(`/providers/${ana}`, { timezone: 'Asia/Tokyo' });
    await take(ben, {});
    await take(cleo, {});
    expect((await book()).body.data).toMatchObject({ providerId: ana, start: `${MONDAY}T10:00:00+09:00` });
    expect(refused(await book({ start: `${MONDAY}T10:00:00Z`, date: undefined })).reason).toBe('slot_taken');
  });

  it('goes to a provider with whom the rest of the request fits', async () => {
    await service.admin.post('/resources', { name: 'Room', kind: 'room' });
    const course = await aService(service.admin, { capacity: 5, resources: [{ kind: 'room', quantity: 1 }] });
    const room = (await service.admin.post('/resources', { name: 'Other', kind: 'room' })).body.data
      .id as number;
    await service.admin.post('/appointments', aBooking(ana, course));
    await take(ben, { start: '12:00' });
    const answer = await book({ serviceId: course, resourceIds: [room], providerIds: [ana, ben] });
    expect(answer.body.data).toMatchObject({ providerId: ben, resources: [{ id: room }] });
  });

  it('skips the schedule of every provider with ignoreSchedule, and never what is taken', async () => {
    const night = { start: '22:00', ignoreSchedule: true, providerIds: [ana, ben] };
    expect([(await book(night)).status, (await book(night)).status]).toEqual([201, 201]);
    expect(refused(await book(night)).reason).toBe('slot_taken');
  });

  it('is decided alike by a check, which takes nothing', async () => {
    const { body } = await service.admin.post(
      '/appointments/check-availability',
      wanted({ any_provider: true }),
    );
    expect(body.data).toMatchObject({ available: true, reason: null });
    expect((await service.admin.get('/appointments')).body.meta.total).toBe(0);
  });

  it('can be held, and the hold is booked with the provider who was chosen', async () => {
    await take(ana, { start: '15:00' });
    const hold = (await service.admin.post('/holds', wanted())).body.data;
    expect(hold.providerId).toBe(ben);
    const holdId = hold.id as string;
    const other = await service.admin.post('/appointments', {
      ...CUSTOMER,
      holdId,
      anyProvider: true,
      providerIds: [ana],
    });
    expect(refused(other)).toEqual({ providerIds: 'is not what is held' });
    const booked = await service.admin.post('/appointments', { ...CUSTOMER, holdId, anyProvider: true });
    expect(booked.body.data.providerId).toBe(ben);
    expect((await service.admin.get('/holds')).body.meta.total).toBe(0);
  });

  it.each(['/appointments', '/holds', '/series', '/availability/check'])(
    'is a fault of POST %s when the members contradict each other',
    async (path) => {
      const rule = { rrule: 'FREQ=DAILY;COUNT=2' };
      const faults = async (members: object) => {
        const answer = await post(path, { ...rule, ...members });
        return [answer.status, Object.keys(refused(answer) as object)];
      };
      expect(await faults({ providerId: ana })).toEqual([422, ['anyProvider']]);
      expect(await faults({ anyProvider: false, providerId: ana, providerIds: [ana] })).toEqual([
        422,
        ['providerIds'],
      ]);
      expect(await faults({ anyProvider: false })).toEqual([422, ['providerId']]);
      expect(await faults({ providerIds: [] })).toEqual([422, ['providerIds']]);
      expect(await faults({ serviceId: 9_999 })).toEqual([422, ['serviceId']]);
      expect(await faults({ providerIds: [ana, 9_999] })).toEqual([422, ['providerIds']]);
    },
  );

  describe('as a series', () => {
    const series = (members: object = {}) => post('/series', { rrule: 'FREQ=WEEKLY;COUNT=2', ...members });
    const providersOf = ({ body }: Awaited<ReturnType<typeof book>>) =>
      (body.data.appointments as { providerId: number }[]).map(({ providerId }) => providerId);

    it('has the one provider who can have all of it and has the fewest minutes on the first date', async () => {
      await take(ana, { date: MONDAY, start: '15:00' });
      await take(ben, { date: NEXT_MONDAY, start: '10:00' });
      await take(cleo, { date: MONDAY, start: '15:00', end: '15:30' });
      expect(providersOf(await series())).toEqual([cleo, cleo]);
      expect(providersOf(await series({ start: '12:00' }))).toEqual([ben, ben]);
    });

    it('goes to whom each date chooses when no provider can have all of it', async () => {
      await take(ana, { date: MONDAY });
      await take(ben, { date: NEXT_MONDAY });
      await take(cleo, { date: MONDAY });
      await take(cleo, { date: NEXT_MONDAY });
      const { body } = await series({ dryRun: true });
      expect(body.data.appointments).toHaveLength(2);
      expect(providersOf(await series())).toEqual([ben, ana]);
    });

    it('is refused with the alternatives of any provider when no provider can have an occurrence', async () => {
      for (const provider of [ana, ben, cleo]) await take(provider, { date: NEXT_MONDAY });
      const answer = await series();
      expect(refused(answer)).toMatchObject({
        reason: 'occurrences_refused',
        occurrences: [
          {
            date: NEXT_MONDAY,
            reason: 'slot_taken',
            alternatives: Array(3).fill({ providerIds: [ana, ben, cleo] }),
          },
        ],
      });
      expect(providersOf(await series({ onConflict: 'skip' }))).toEqual([ana]);
    });

    it('is refused for each occurrence when no provider offers the service', async () => {
      for (const provider of [ana, ben, cleo])
        await service.admin.patch(`/providers/${provider}`, { serviceIds: [] });
      const { occurrences } = refused(await series()) as { occurrences: { reason: string }[] };
      expect(occurrences.map(({ reason }) => reason)).toEqual(['service_not_offered', 'service_not_offered']);
    });

    it('is refused when none of many providers can have all of many occurrences', async () => {
      for (let count = 0; count < 38; count++) await aProvider(service.admin);
      // The last of 200 days, so that 41 providers are each tried on 199 days before.
      await service.admin.post('/closures', { start: '2027-06-10', end: '2027-06-10' });
      const daily = { rrule: 'FREQ=DAILY;COUNT=200', ignoreSchedule: false, onConflict: 'skip' };
      const { status, body } = await series({ ...daily, dryRun: true });
      expect([status, Object.keys(body.error.details)]).toEqual([422, ['anyProvider']]);
      const named = await series({ ...daily, providerIds: [ana, ben, cleo] });
      expect(named.status).toBe(201);
    });
  });
});
