import type { Answer } from '../../support/api-client';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

const TUESDAY = '2026-11-24';
const SUNDAY = '2026-11-29';

interface Row {
  readonly id: number | null;
  readonly name: string | null;
  readonly [member: string]: unknown;
}

describe('A report of utilisation', () => {
  let service: TestService;
  let ana: number;
  let ben: number;
  let haircut: number;
  let yoga: number;
  let salon: number;
  let room: number;

  const ask = (query: string, from = MONDAY, to = SUNDAY): Promise<Answer> =>
    service.admin.get(`/reports/utilisation?from=${from}&to=${to}&${query}`);
  const rowsBy = async (by: string, from?: string, to?: string) =>
    (await ask(`by=${by}`, from, to)).body.data as Row[];
  const rowOf = async (by: string, id: number | null, from?: string, to?: string) =>
    (await rowsBy(by, from, to)).find((row) => row.id === id);
  const book = (providerId: number, serviceId: number, date: string, start: string, more: object = {}) =>
    anAppointment(service.admin, providerId, serviceId, { date, start, ignoreSchedule: true, ...more });

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
    const { admin } = service;
    [ana, ben] = [await aProvider(admin, { name: 'Ana' }), await aProvider(admin, { name: 'Ben' })];
    salon = (await admin.post('/locations', { name: 'Salon' })).body.data.id as number;
    room = (await admin.post('/resources', { name: 'Room', kind: 'room', locationId: salon })).body.data
      .id as number;
    haircut = await aService(admin, { name: 'Haircut', price: 38.5 });
    const resources = [{ kind: 'room', quantity: 1 }];
    yoga = await aService(admin, { name: 'Yoga', durationMin: 60, price: 10, capacity: 3, resources });
    const during = (date: string, start: string, end: string) => ({
      start: `${date}T${start}`,
      end: `${date}T${end}`,
    });
    await admin.post('/closures', during(TUESDAY, '16:00', '18:00'));
    await admin.post(`/providers/${ana}/time-off`, during(TUESDAY, '15:00', '16:30'));
    await admin.post(`/resources/${room}/time-off`, during(TUESDAY, '08:00', '10:00'));
    const cut = await book(ana, haircut, MONDAY, '09:00');
    const lost = await book(ana, haircut, MONDAY, '10:00');
    const given = await book(ben, haircut, MONDAY, '20:00', { locationId: salon });
    await book(ben, haircut, TUESDAY, '23:45', { locationId: salon });
    await book(ben, yoga, SUNDAY, '10:00', { locationId: salon });
    await book(ben, yoga, SUNDAY, '10:00', { locationId: salon });
    const change = (id: number, members: object) => admin.patch(`/appointments/${id}`, members);
    await change(cut.id, { status: 'completed', payment_status: 'paid' });
    await change(lost.id, { status: 'no-show' });
    await change(given.id, { status: 'cancelled', cancelledBy: 'customer' });
  });

  afterAll(() => service.stop());

  it('has the working time of each provider, what is booked and blocked of it, and what came of the appointments', async () => {
    const { status, body } = await ask('by=provider');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          id: ana,
          name: 'Ana',
          openMin: 5 * 480,
          bookedMin: 30,
          blockedMin: 120,
          appointments: 2,
          noShows: 1,
          cancellations: { customer: 0, business: 0, expired: 0 },
          revenue: { booked: 38.5, paid: 38.5 },
        },
        {
          id: ben,
          name: 'Ben',
          openMin: 5 * 480,
          bookedMin: 90,
          blockedMin: 60,
          appointments: 4,
          noShows: 0,
          cancellations: { customer: 1, business: 0, expired: 0 },
          revenue: { booked: 58.5, paid: 0 },
        },
      ],
      meta: { from: MONDAY, to: SUNDAY, by: 'provider', timezone: 'Europe/Berlin', total: 2 },
    });
    expect((await ask('')).body).toEqual(body);
  });

  it('by service has no working time, and a session once', async () => {
    expect(await rowsBy('service')).toEqual([
      expect.objectContaining({ id: haircut, openMin: null, blockedMin: null, bookedMin: 60 }),
      expect.objectContaining({ id: yoga, openMin: null, blockedMin: null, bookedMin: 60, appointments: 2 }),
    ]);
  });

  it('by location has the time in which providers can be booked there, and a row for what has no location', async () => {
    expect(await rowsBy('location')).toEqual([
      expect.objectContaining({
        ...{ id: salon, name: 'Salon', openMin: 4_800, blockedMin: 180, bookedMin: 90, appointments: 4 },
        revenue: { booked: 58.5, paid: 0 },
      }),
      expect.objectContaining({ id: null, name: null, openMin: 4_800, blockedMin: 180, appointments: 2 }),
    ]);
    expect(await rowsBy('location', SUNDAY, SUNDAY)).toEqual([
      expect.objectContaining({ id: salon, openMin: 0, bookedMin: 60 }),
    ]);
  });

  it('by resource has the hours of its place, without what is taken from them, and a row for what takes none', async () => {
    expect(await rowsBy('resource')).toEqual([
      expect.objectContaining({
        ...{ id: room, name: 'Room', openMin: 2_400, blockedMin: 120, bookedMin: 60, appointments: 2 },
        revenue: { booked: 20, paid: 0 },
      }),
      expect.objectContaining({ id: null, openMin: null, blockedMin: null, bookedMin: 60, appointments: 4 }),
    ]);
  });

  it('by weekday has the days of the business, and cuts at midnight what lasts beyond it', async () => {
    const rows = await rowsBy('weekday');
    expect(rows.map(({ id, name }) => [id, name])).toEqual([
      [1, 'monday'],
      [2, 'tuesday'],
      [3, 'wednesday'],
      [4, 'thursday'],
      [5, 'friday'],
      [6, 'saturday'],
      [0, 'sunday'],
    ]);
    expect(rows.map(({ openMin }) => openMin)).toEqual([960, 960, 960, 960, 960, 0, 0]);
    expect(rows.map(({ bookedMin }) => bookedMin)).toEqual([30, 15, 15, 0, 0, 0, 60]);
    expect(rows.map(({ blockedMin }) => blockedMin)).toEqual([0, 180, 0, 0, 0, 0, 0]);
    expect(rows.map(({ appointments }) => appointments)).toEqual([3, 1, 0, 0, 0, 0, 2]);
  });

  it('cuts the time at its ends, and counts what starts in it', async () => {
    const [from, to] = ['2026-11-24T22:50:00Z', '2026-11-24T23:05:00Z'];
    expect(await rowOf('provider', ben, from, to)).toMatchObject({
      bookedMin: 15,
      appointments: 0,
      openMin: 0,
    });
    const early = ['2026-11-23T08:00:00Z', '2026-11-23T08:20:00Z'] as const;
    expect(await rowOf('provider', ana, ...early)).toMatchObject({
      openMin: 20,
      bookedMin: 20,
      appointments: 1,
    });
  });

  it('counts days of 23 and of 25 hours in real minutes', async () => {
    await service.query('update business_hours set work_start_min = 0, work_end_min = 1440');
    const schedule = [{ day: 'sunday', start: '00:00', end: '24:00' }];
    const id = await aProvider(service.admin, { name: 'Night', schedule });
    const openOn = async (date: string) => (await rowOf('provider', id, date, date))?.['openMin'];
    expect([await openOn('2027-03-28'), await openOn('2027-10-31'), await openOn('2027-11-07')]).toEqual([
      23 * 60,
      25 * 60,
      24 * 60,
    ]);
    const [spring] = (await rowsBy('weekday', '2027-03-28', '2027-03-28')).slice(-1);
    expect(spring).toMatchObject({ name: 'sunday', openMin: 23 * 60 });
    await service.query('update business_hours set work_start_min = 540, work_end_min = 1020');
    await service.admin.delete(`/providers/${id}`);
  });

  it('leaves out what is not active and has no appointments in it', async () => {
    const { admin } = service;
    const id = await aProvider(admin, { name: 'Gone' });
    await admin.delete(`/providers/${id}`);
    expect(await rowOf('provider', id)).toBeUndefined();
    const booked = await aProvider(admin, { name: 'Left' });
    const { id: appointmentId } = await book(booked, haircut, MONDAY, '09:00');
    await admin.delete(`/providers/${booked}`);
    expect(await rowOf('provider', booked)).toMatchObject({ openMin: 2_400, appointments: 1 });
    const open = (await rowsBy('weekday')).map(({ openMin }) => openMin as number);
    expect(open[0]).toBe(3 * 480);
    await admin.delete(`/appointments/${appointmentId}`);
    expect(await rowOf('provider', booked)).toBeUndefined();
  });

  it('counts the help of a team as booked time of those who help, and the appointment once', async () => {
    const { admin } = service;
    const [leader, helper] = [
      await aProvider(admin, { name: 'Lea' }),
      await aProvider(admin, { name: 'Max' }),
    ];
    const team = [{ providerIds: [helper], count: 1 }];
    const serviceId = await aService(admin, { name: 'Colour', price: 100, team, providerIds: [leader] });
    await book(leader, serviceId, MONDAY, '09:00');
    expect(await rowOf('provider', leader)).toMatchObject({ bookedMin: 30, appointments: 1 });
    expect(await rowOf('provider', helper)).toMatchObject({
      ...{ bookedMin: 30, appointments: 0 },
      revenue: { booked: 0, paid: 0 },
    });
    expect(await rowOf('service', serviceId)).toMatchObject({ bookedMin: 30, appointments: 1 });
    expect((await rowsBy('weekday', MONDAY, MONDAY))[0]).toMatchObject({ bookedMin: 30 + 60 });
    for (const id of [leader, helper]) await admin.delete(`/providers/${id}`);
  });

  it('is a file for spreadsheets, in which no name is a formula', async () => {
    const id = await aProvider(service.admin, { name: '=cmd|"Zoë"' });
    const { status, body, headers } = await ask('format=csv', MONDAY, MONDAY);
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      'attachment; filename="utilisation-by-provider.csv"',
    ]);
    const lines = (body as string).split('\r\n');
    expect(lines[0]).toBe(
      'id,name,openMin,bookedMin,blockedMin,appointments,noShows,cancellations.customer,cancellations.business,cancellations.expired,revenue.booked,revenue.paid',
    );
    expect(lines).toContain(`${id},"'=cmd|""Zoë""",480,0,0,0,0,0,0,0,0,0`);
    await service.admin.delete(`/providers/${id}`);
  });

  it('covers at most 92 days, and names what is wrong with a query', async () => {
    expect((await ask('by=service', '2026-01-01', '2026-04-02')).status).toBe(200);
    const faults = async (query: string) => {
      const { status, body } = await service.admin.get(`/reports/utilisation?${query}`);
      return [status, Object.keys(body.error.details as object)];
    };
    expect(await faults('from=2026-01-01&to=2026-04-03')).toEqual([422, ['to']]);
    expect(await faults('from=2026-01-02&to=2026-01-01')).toEqual([422, ['to']]);
    expect(await faults('by=year&format=pdf')).toEqual([422, ['from', 'to', 'by', 'format']]);
    expect(await rowOf('provider', ana, `${MONDAY}T09:00`, `${MONDAY}T09:00`)).toMatchObject({ openMin: 0 });
  });
});
