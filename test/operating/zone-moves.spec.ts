import { anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf, makeOffers } from '../support/waiting';
import { applied, bookBefore2026, bookedBefore2026, dueOf, VANCOUVER } from './support/zone-review';

describe('The move to the wall clock after an update of the zone rules', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin, { durationMin: 60 });
  });

  beforeEach(async () => {
    for (const table of ['appointments', 'holds', 'waitlist_entries', 'resources'])
      await service.query(`delete from ${table}`);
    service.clock.set('2026-11-20T08:00:00Z');
    providerId = await aProvider(service.admin, { timezone: VANCOUVER });
  });

  afterAll(() => service.stop());

  const bookBefore = (hour: number, members: object = {}) =>
    bookBefore2026(service, providerId, serviceId, hour, members);
  const book = (start: string, members: object = {}) =>
    anAppointment(service.admin, providerId, serviceId, { date: MONDAY, start, ...members });
  const stored = async (id: number) => (await service.admin.get(`/appointments/${id}`)).body.data;
  const startOf = async (id: number) => ((await stored(id)).start as string).slice(11, 16);
  const startsOf = (ids: readonly number[]) => Promise.all(ids.map(startOf));
  /** The claims of an appointment agree with it, buffers included. */
  const claimsOf = (id: number) =>
    service.query<{ provider_id: number | null; resource_id: number | null; isInPlace: boolean }>(
      `select c.provider_id, c.resource_id, c.busy = a.busy as "isInPlace"
       from claims c join appointments a on a.id = c.appointment_id where a.id = $1 order by 1, 2`,
      [id],
    );
  const entries = async () =>
    (await service.query<{ count: number }>('select count(*)::int as count from audit_entries'))[0]?.count;

  it('leaves the wall clock as it was, and frees the time that the appointment had', async () => {
    const buffered = await aService(service.admin, {
      durationMin: 60,
      bufferBeforeMin: 15,
      bufferAfterMin: 5,
    });
    const id = await bookBefore(10, { serviceId: buffered });
    const before = await stored(id);
    service.clock.advance(60_000);
    expect(await applied(service)).toEqual({ appointments: 1 });
    expect(await stored(id)).toEqual({
      ...before,
      start: `${MONDAY}T10:00:00-07:00`,
      end: `${MONDAY}T11:00:00-07:00`,
      localStart: `${MONDAY}T10:00`,
      updatedAt: expect.stringMatching(/^2026-11-20T00:01:00-08:00|^2026-11-20T01:01:00-07:00/),
    });
    expect(await claimsOf(id)).toEqual([{ provider_id: providerId, resource_id: null, isInPlace: true }]);
    const { body } = await service.admin.get(
      `/availability/slots?providerId=${providerId}&serviceId=${serviceId}&date=${MONDAY}`,
    );
    const times = ['12:00', '13:00', '14:00', '15:00', '16:00'];
    expect(body.data.map(({ time }: { time: string }) => time)).toEqual(times);
  });

  it('changes nothing when it runs again', async () => {
    const [first, other] = [await bookBefore(10), await bookBefore(14)];
    await book('14:00');
    await applied(service);
    expect(await startsOf([first, other])).toEqual(['10:00', '15:00']);
    const before = await entries();
    expect(await applied(service)).toEqual({});
    expect(await entries()).toBe(before);
  });

  it('moves each into the time that another one leaves', async () => {
    const ids = [await bookBefore(10), await bookBefore(11), await bookBefore(12)];
    await applied(service);
    expect(await startsOf(ids)).toEqual(['10:00', '11:00', '12:00']);
  });

  it('lets two trade places', async () => {
    const later = await bookBefore(10);
    const { id: earlier } = await book('10:00');
    await service.query(`update appointments set booked_start = $2 where id = $1`, [
      earlier,
      `${MONDAY}T11:00:00-06:00`,
    ]);
    expect(await applied(service)).toEqual({ appointments: 2 });
    expect(await startsOf([later, earlier])).toEqual(['10:00', '11:00']);
  });

  it('leaves what would get taken time as it is, and what would get the time of that one', async () => {
    const ids = [await bookBefore(10), await bookBefore(11), await bookBefore(14)];
    const { id: inTheWay } = await book('10:00');
    await applied(service);
    expect(await startsOf([...ids, inTheWay])).toEqual(['11:00', '12:00', '14:00', '10:00']);
    expect((await dueOf(service)).collisions).toEqual({ [ids[0] ?? 0]: [inTheWay], [ids[1] ?? 0]: [ids[0]] });
  });

  it('moves the earlier one of two that would get the same time', async () => {
    const later = await bookBefore(14);
    const { id: earlier } = await book('12:00');
    await service.query(`update appointments set booked_start = $2 where id = $1`, [
      earlier,
      `${MONDAY}T14:00:00-05:00`,
    ]);
    await applied(service);
    expect(await startsOf([earlier, later])).toEqual(['14:00', '15:00']);
    expect(await dueOf(service)).toEqual({ ids: [later], collisions: { [later]: [earlier] } });
  });

  it('moves one after all whose rival for the time cannot move itself', async () => {
    const { id: rival } = await book('12:00');
    const id = await bookBefore(14);
    // Moves at once, so both others are judged again.
    const third = await bookBefore(10);
    // The rival comes first, and would be at 13:30 to 15:30: until 16:00 the other one is in its way, unless that one moves.
    await service.query(
      `update appointments set booked_start = '${MONDAY}T13:30:00-05:30', end_at = start_at + interval '2 hours',
         busy = tstzrange(start_at, start_at + interval '2 hours') where id = $1`,
      [rival],
    );
    await service.query(
      `update claims c set busy = a.busy from appointments a where a.id = c.appointment_id and a.id = $1`,
      [rival],
    );
    await applied(service);
    expect(await startsOf([rival, id, third])).toEqual(['12:00', '14:00', '10:00']);
    expect(await dueOf(service)).toEqual({ ids: [rival], collisions: { [rival]: [id] } });
  });

  it('leaves an appointment as it is whose wall clock is skipped now', async () => {
    const { id } = await book('10:00');
    await service.query(
      `update appointments set booked_start = '2027-03-14T02:30:00-07:00', booked_zone = 'America/New_York',
         start_at = '2027-03-14 09:30Z', end_at = '2027-03-14 10:30Z', busy = '[2027-03-14 09:30Z,2027-03-14 10:30Z)' where id = $1`,
      [id],
    );
    expect(await applied(service)).toEqual({});
    expect((await dueOf(service)).ids).toEqual([id]);
  });

  it('moves seats of a session together, and leaves those that were booked later', async () => {
    const course = await aService(service.admin, { durationMin: 60, capacity: 3 });
    const ids = [
      await bookBefore(10, { serviceId: course }),
      await bookBefore(10, { serviceId: course, seats: 2 }),
    ];
    const { id: staying } = await book('13:00', { serviceId: course });
    const { id: leaving } = await book('13:00', { serviceId: course });
    await bookedBefore2026(service, leaving, '12:00');
    await applied(service);
    const { body } = await service.admin.get(`/sessions?from=${MONDAY}&to=${MONDAY}&serviceId=${course}`);
    expect(body.data).toMatchObject([
      { start: `${MONDAY}T10:00:00-07:00`, seatsTaken: 3, seatsLeft: 0, appointmentIds: ids },
      { start: `${MONDAY}T12:00:00-07:00`, seatsTaken: 1, appointmentIds: [leaving] },
      { start: `${MONDAY}T13:00:00-07:00`, seatsTaken: 1, appointmentIds: [staying] },
    ]);
    // The sessions can be joined as ever.
    await book('12:00', { serviceId: course, seats: 2 });
  });

  it('moves the claims of rooms and helpers, and goes by what they have', async () => {
    await service.admin.post('/resources', { name: 'Room 1', kind: 'room' });
    const helper = await aProvider(service.admin, { timezone: VANCOUVER });
    const inRoom = await aService(service.admin, {
      durationMin: 60,
      resources: [{ kind: 'room', quantity: 1 }],
      team: [{ providerIds: [helper], count: 1 }],
    });
    const id = await bookBefore(10, { serviceId: inRoom });
    const other = await bookBefore(14, { serviceId: inRoom });
    const { id: inTheWay } = await anAppointment(service.admin, helper, serviceId, {
      date: MONDAY,
      start: '14:00',
    });
    await applied(service);
    expect(await startsOf([id, other])).toEqual(['10:00', '15:00']);
    expect(await claimsOf(id)).toEqual([
      { provider_id: providerId, resource_id: null, isInPlace: true },
      { provider_id: helper, resource_id: null, isInPlace: true },
      { provider_id: null, resource_id: expect.any(Number), isInPlace: true },
    ]);
    expect((await dueOf(service)).collisions).toEqual({ [other]: [inTheWay] });
  });

  it('moves a hold, which is then booked at its wall clock', async () => {
    const time = { providerId, serviceId, date: MONDAY, start: '11:00' };
    const { body } = await service.admin.post('/holds', time);
    await service.query(`update holds set booked_start = '${MONDAY}T10:00:00-08:00'`);
    expect(await applied(service)).toEqual({ holds: 1 });
    const held = (await service.admin.get(`/holds/${body.data.id}`)).body.data;
    expect(held).toMatchObject({ start: `${MONDAY}T10:00:00-07:00`, localStart: `${MONDAY}T10:00` });
    const booking = { name: 'Mia', email: 'mia@example.com', holdId: body.data.id };
    const booked = await service.admin.post('/appointments', booking);
    expect(booked.body.data).toMatchObject({
      start: `${MONDAY}T10:00:00-07:00`,
      localStart: `${MONDAY}T10:00`,
    });
  });

  it('goes by what lives: an expired hold is not in the way, and an ended pending one does not move', async () => {
    const pending = await aService(service.admin, { durationMin: 60, pendingMin: 5 });
    const ended = await bookBefore(14, { serviceId: pending, status: 'pending' });
    await service.admin.post('/holds', { providerId, serviceId, date: MONDAY, start: '10:00', ttlSec: 60 });
    const id = await bookBefore(10);
    service.clock.advance(300_000);
    expect(await applied(service)).toEqual({ appointments: 1 });
    expect(await startsOf([id, ended])).toEqual(['10:00', '15:00']);
  });

  it('moves the occurrences of a series and the items of a visit', async () => {
    const customer = { name: 'Mia', email: 'mia@example.com' };
    const time = { providerId, serviceId, date: MONDAY, start: '11:00' };
    const series = (
      await service.admin.post('/series', { ...customer, ...time, rrule: 'FREQ=DAILY;COUNT=2' })
    ).body.data;
    const items = [{ serviceId, providerId }, { serviceId }];
    const visit = (await service.admin.post('/visits', { ...customer, date: MONDAY, start: '14:00', items }))
      .body.data;
    await service.query(
      `update appointments set booked_start = to_char(start_at - interval '8 hours', 'YYYY-MM-DD"T"HH24:MI:SS"-08:00"')`,
    );
    await service.query('update appointments set booked_zone = $1', [VANCOUVER]);
    expect(await applied(service)).toEqual({ appointments: 4 });
    const startsIn = async (path: string) =>
      (await service.admin.get(path)).body.data.appointments.map(
        (each: { localStart: string; start: string }) => [each.localStart, Date.parse(each.start)],
      );
    expect(await startsIn(`/series/${series.id}`)).toEqual([
      [`${MONDAY}T10:00`, Date.parse(`${MONDAY}T17:00:00Z`)],
      ['2026-11-24T10:00', Date.parse('2026-11-24T17:00:00Z')],
    ]);
    expect(await startsIn(`/visits/${visit.id}`)).toEqual([
      [`${MONDAY}T13:00`, Date.parse(`${MONDAY}T20:00:00Z`)],
      [`${MONDAY}T14:00`, Date.parse(`${MONDAY}T21:00:00Z`)],
    ]);
  });

  it('offers the time that is free then to the waitlist', async () => {
    const only = await aProvider(service.admin, {
      timezone: VANCOUVER,
      schedule: [{ day: 'monday', start: '11:00', end: '12:00' }],
    });
    const wanted = await aService(service.admin, { durationMin: 60, providerIds: [only] });
    await bookBefore2026(service, only, wanted, 10);
    const entry = await anEntryOf(service, wanted);
    await makeOffers(service);
    expect((await service.admin.get(`/waitlist/${entry.id}`)).body.data.offer).toBeNull();
    await applied(service);
    await makeOffers(service);
    expect((await service.admin.get(`/waitlist/${entry.id}`)).body.data.offer).toMatchObject({
      start: `${MONDAY}T11:00:00-07:00`,
    });
  });
});
