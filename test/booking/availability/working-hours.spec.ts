import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

const TUESDAY = '2026-11-24';
const WEDNESDAY = '2026-11-25';
const SUNDAY = '2026-11-29';

describe('The working hours of a provider', () => {
  let service: TestService;

  const daysOf = async (id: number, from: string, to = from) => {
    const { body } = await service.admin.get(`/providers/${id}/working-hours?from=${from}&to=${to}`);
    return body.data as unknown[];
  };
  const stretch = (start: string, end: string, locationId: number | null = null) => ({
    start,
    end,
    locationId,
  });

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it('are those of the business where the provider has no schedule', async () => {
    const id = await aProvider(service.admin);
    expect(await daysOf(id, MONDAY)).toEqual([
      { date: MONDAY, hours: [stretch('09:00', '17:00')], source: 'business_hours' },
    ]);
    expect(await daysOf(id, SUNDAY)).toEqual([{ date: SUNDAY, hours: [], source: 'business_hours' }]);
  });

  it('are those of the schedule in the window of the business, with their places and without breaks', async () => {
    const { body } = await service.admin.post('/locations', { name: 'Salon' });
    const locationId = body.data.id as number;
    const breaks = [{ start: '12:00', end: '12:30' }];
    const id = await aProvider(service.admin, {
      schedule: [{ day: 'monday', start: '08:00', end: '14:00', breaks, locationId }],
    });
    expect(await daysOf(id, MONDAY, TUESDAY)).toEqual([
      {
        date: MONDAY,
        hours: [stretch('09:00', '12:00', locationId), stretch('12:30', '14:00', locationId)],
        source: 'schedule',
      },
      { date: TUESDAY, hours: [], source: 'schedule' },
    ]);
  });

  it('are those of a single date where there are such', async () => {
    const id = await aProvider(service.admin);
    const hours = [{ start: '18:00', end: '24:00' }];
    await service.admin.put(`/providers/${id}/special-hours/${MONDAY}`, { hours });
    await service.admin.put(`/special-hours/${TUESDAY}`, { hours: [] });
    expect(await daysOf(id, MONDAY, WEDNESDAY)).toEqual([
      { date: MONDAY, hours: [stretch('18:00', '24:00')], source: 'special_hours' },
      { date: TUESDAY, hours: [], source: 'business_special_hours' },
      { date: WEDNESDAY, hours: [stretch('09:00', '17:00')], source: 'business_hours' },
    ]);
    await service.admin.delete(`/special-hours/${TUESDAY}`);
  });

  it('leave out closures, time off and what is busy in other calendars, and not appointments', async () => {
    const id = await aProvider(service.admin);
    const during = (start: string, end: string) => ({
      start: `${MONDAY}T${start}:00Z`,
      end: `${MONDAY}T${end}:00Z`,
    });
    const closure = await service.admin.post('/closures', during('09:00', '10:00'));
    await service.admin.post(`/providers/${id}/time-off`, during('11:00', '12:00'));
    await service.query(
      `with calendar as (
         insert into busy_calendars (provider_id, url, created_at, updated_at, next_fetch_at)
         values ($1, 'https://calendar.example/', now(), now(), now()) returning id
       )
       insert into busy_times (calendar_id, start_at, end_at)
       select id, $2, $3 from calendar`,
      [id, `${MONDAY}T16:00:00Z`, `${MONDAY}T16:30:00Z`],
    );
    const serviceId = await aService(service.admin, { providerIds: [id] });
    await service.admin.post('/appointments', aBooking(id, serviceId, { start: '13:00' }));
    expect(await daysOf(id, MONDAY)).toEqual([
      {
        date: MONDAY,
        hours: [stretch('10:00', '11:00'), stretch('12:00', '16:00'), stretch('16:30', '17:00')],
        source: 'business_hours',
      },
    ]);
    await service.admin.delete(`/closures/${closure.body.data.id}`);
  });

  it('are on the clock of the provider, as long as a change of the clock makes them', async () => {
    const schedule = [{ day: 'sunday', start: '00:00', end: '24:00' }];
    const id = await aProvider(service.admin, { timezone: 'Europe/Berlin', schedule });
    await service.query('update business_hours set work_start_min = 0, work_end_min = 1440');
    const off = { start: '2027-03-28T00:30:00Z', end: '2027-03-28T01:30:00Z' };
    await service.admin.post(`/providers/${id}/time-off`, off);
    expect(await daysOf(id, '2027-03-28')).toEqual([
      {
        date: '2027-03-28',
        hours: [stretch('00:00', '01:30'), stretch('03:30', '24:00')],
        source: 'schedule',
      },
    ]);
    await service.query('update business_hours set work_start_min = 540, work_end_min = 1020');
  });

  it('come for 31 dates from today when the request names none, and for at most 92', async () => {
    const id = await aProvider(service.admin);
    const { body } = await service.admin.get(`/providers/${id}/working-hours`);
    expect(body.meta).toEqual({ from: '2026-11-20', to: '2026-12-20', timezone: 'UTC', total: 31 });
    const tooMany = await service.admin.get(`/providers/${id}/working-hours?from=2026-01-01&to=2026-04-03`);
    expect([tooMany.status, Object.keys(tooMany.body.error.details as object)]).toEqual([422, ['to']]);
    expect((await service.admin.get('/providers/999999/working-hours')).status).toBe(404);
  });
});
