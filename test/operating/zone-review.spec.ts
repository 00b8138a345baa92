import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { bookBefore2026 as bookBefore, dueOf, listed, VANCOUVER } from './support/zone-review';

describe('The review of the zone rules', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin, { durationMin: 60 });
  });

  beforeEach(async () => {
    await service.query('delete from appointments');
    providerId = await aProvider(service.admin, { timezone: VANCOUVER });
  });

  afterAll(() => service.stop());

  const book = (start: string, members: object = {}) =>
    anAppointment(service.admin, providerId, serviceId, { date: MONDAY, start, ...members });
  const bookBefore2026 = (hour: number, members: object = {}) =>
    bookBefore(service, providerId, serviceId, hour, members);
  const review = () => dueOf(service);

  it('finds an appointment whose zone has other rules since it was booked', async () => {
    await book('14:00');
    const id = await bookBefore2026(10);
    expect(await listed(service)).toEqual({
      holds: [],
      timeOff: [],
      closures: [],
      appointments: [
        {
          nr: 1,
          id,
          providerId,
          start: Date.parse(`${MONDAY}T18:00:00Z`),
          bookedStart: `${MONDAY}T10:00:00-08:00`,
          zone: VANCOUVER,
          due: Date.parse(`${MONDAY}T17:00:00Z`),
          inTheWay: [],
        },
      ],
    });
  });

  it('lists under one name what was booked in one zone under several', async () => {
    const ids = [await bookBefore2026(10), await bookBefore2026(12)];
    await service.query("update appointments set booked_zone = 'Canada/Pacific' where id = $1", [ids[0]]);
    const { appointments } = await listed(service);
    expect(appointments.map(({ id, zone }) => [id, zone])).toEqual(ids.map((id) => [id, VANCOUVER]));
  });

  it('finds none that is over, cancelled, or was moved since', async () => {
    const [cancelled, moved] = [await bookBefore2026(10), await bookBefore2026(12)];
    await service.admin.patch(`/appointments/${cancelled}/status`, { status: 'cancelled' });
    await service.admin.patch(`/appointments/${moved}`, { date: MONDAY, start: '15:00' });
    expect((await review()).ids).toEqual([]);
    const over = await bookBefore2026(9);
    expect((await review()).ids).toEqual([over]);
    service.clock.set(`${MONDAY}T18:00:00Z`);
    expect((await review()).ids).toEqual([]);
    service.clock.set('2026-11-20T08:00:00Z');
  });

  it('does not find one that a version before has moved: its wall clock is not known', async () => {
    const id = await bookBefore2026(10);
    await service.query(`update appointments set booked_start = $2 where id = $1`, [
      id,
      `${MONDAY}T09:00:00-08:00`,
    ]);
    expect((await review()).ids).toEqual([]);
  });

  it('names what has the time, but for what moves away itself', async () => {
    const first = await bookBefore2026(10);
    const next = await bookBefore2026(11);
    expect(await review()).toMatchObject({ ids: [first, next], collisions: {} });
    const { id: inTheWay } = await book('10:00');
    expect((await review()).collisions).toEqual({ [first]: [inTheWay], [next]: [first] });
  });

  it('names a hold that lives, and a resource that is taken', async () => {
    const first = await bookBefore2026(10);
    await service.admin.post('/holds', { providerId, serviceId, date: MONDAY, start: '10:00' });
    expect((await review()).collisions).toEqual({ [first]: [null] });
    service.clock.advance(601_000);
    expect((await review()).collisions).toEqual({});

    await service.query('delete from appointments');
    await service.admin.post('/resources', { name: 'Room 1', kind: 'room' });
    const inRoom = await aService(service.admin, {
      durationMin: 60,
      resources: [{ kind: 'room', quantity: 1 }],
    });
    const other = await aProvider(service.admin, { timezone: VANCOUVER });
    const taken = await anAppointment(service.admin, other, inRoom, { date: MONDAY, start: '10:00' });
    const mine = await bookBefore2026(10, { serviceId: inRoom });
    expect((await review()).collisions).toEqual({ [mine]: [taken.id] });
  });

  it('takes seats of one session as together, as they move together', async () => {
    const course = await aService(service.admin, { durationMin: 60, capacity: 5 });
    const ids = [
      await bookBefore2026(10, { serviceId: course }),
      await bookBefore2026(10, { serviceId: course }),
    ];
    expect(await review()).toMatchObject({ ids, collisions: {} });
  });

  it('reads page after page', async () => {
    const { status } = await service.admin.post('/appointments', aBooking(providerId, serviceId));
    expect(status).toBe(201);
    await service.query(
      `insert into appointments (provider_id, service_id, customer_id, start_at, end_at, busy, status, booked_start, booked_zone, created_at, updated_at)
       select provider_id, service_id, customer_id, at, at + interval '1 hour', tstzrange(at, at + interval '1 hour'), 'confirmed',
         to_char(at - interval '8 hours', 'YYYY-MM-DD"T"HH24:MI:SS"-08:00"'), $1, now(), now()
       from appointments, generate_series(timestamptz '2027-01-01 12:00Z', timestamptz '2027-01-01 12:00Z' + interval '5001 hours', '1 hour') at`,
      [VANCOUVER],
    );
    expect((await review()).ids).toHaveLength(5_002);
  });
});
