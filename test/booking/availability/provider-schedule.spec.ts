import { aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

/** The week of the tests' Monday. */
const DATES = [
  '2026-11-23',
  '2026-11-24',
  '2026-11-25',
  '2026-11-26',
  '2026-11-27',
  '2026-11-28',
  '2026-11-29',
];

describe('The schedule of a provider', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await service.query('update business_hours set work_start_min = 8 * 60, work_end_min = 20 * 60');
  });

  afterAll(() => service.stop());

  const weekOf = async (id: number) =>
    (await service.anonymous.get(`/providers/${id}/schedule`)).body.data as unknown[];
  /** The days of a new provider with a schedule, by name. */
  const daysOf = async (schedule: unknown) => {
    const days = (await weekOf(await aProvider(service.admin, { schedule }))) as { day: string }[];
    return Object.fromEntries(days.map(({ day, ...rest }) => [day, rest]));
  };
  const refuse = async (schedule: unknown) => {
    const { status, body } = await service.admin.post('/providers', {
      name: 'Refused',
      email: 'refused@example.com',
      schedule,
    });
    expect(status).toBe(422);
    expect(body.error.code).toBe('VALIDATION_ERROR');
    return body.error.details as Record<string, string>;
  };

  const off = { working: false, start: null, end: null, breaks: [], source: 'provider' };

  it('is the business’s hours, Monday first, when the provider has none of its own', async () => {
    const id = await aProvider(service.admin, { timezone: 'Europe/Berlin' });
    const { status, body } = await service.anonymous.get(`/providers/${id}/schedule`);
    const worked = { working: true, start: '08:00', end: '20:00', breaks: [], source: 'business' };
    const free = { working: false, start: null, end: null, breaks: [], source: 'business' };
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        { day: 'monday', ...worked },
        { day: 'tuesday', ...worked },
        { day: 'wednesday', ...worked },
        { day: 'thursday', ...worked },
        { day: 'friday', ...worked },
        { day: 'saturday', ...free },
        { day: 'sunday', ...free },
      ],
      meta: { timezone: 'Europe/Berlin' },
    });
  });

  it('has a day off on a weekday without an entry', async () => {
    const days = await daysOf([{ day: 'saturday', start: '10:00', end: '14:30' }]);
    expect(days['saturday']).toEqual({ ...off, working: true, start: '10:00', end: '14:30' });
    expect(days['monday']).toEqual(off);
  });

  it('is cut to the business’s window', async () => {
    const days = await daysOf([
      { day: 'monday', start: '00:00', end: '24:00' },
      { day: 'tuesday', start: '21:00', end: '23:00' },
    ]);
    expect(days['monday']).toMatchObject({ working: true, start: '08:00', end: '20:00' });
    expect(days['tuesday']).toEqual(off);
  });

  it('shows the gap of a split shift as a break', async () => {
    const days = await daysOf([
      { day: 'monday', start: '15:00', end: '18:00' },
      { day: 'monday', start: '09:00', end: '13:00', breaks: [{ start: '10:00', end: '10:15' }] },
    ]);
    expect(days['monday']).toMatchObject({
      start: '09:00',
      end: '18:00',
      breaks: [
        { start: '10:00', end: '10:15' },
        { start: '13:00', end: '15:00' },
      ],
    });
  });

  it('shows no break between shifts that touch', async () => {
    const days = await daysOf([
      { day: 'monday', start: '09:00', end: '12:00' },
      { day: 'monday', start: '12:00', end: '17:00' },
    ]);
    expect(days['monday']).toMatchObject({ start: '09:00', end: '17:00', breaks: [] });
  });

  it.each([
    ['a number, with 0 for Sunday', { day: 0 }],
    ['a name in any case, with spaces around it', { day: ' Sunday ' }],
    ['the member dayOfWeek', { dayOfWeek: 0 }],
    ['the member weekday', { weekday: 'sunday' }],
  ])('accepts a weekday as %s', async (_, day) => {
    const days = await daysOf([{ ...day, start: '09:00', end: '10:00' }]);
    expect(days['sunday']).toMatchObject({ working: true, start: '09:00', end: '10:00' });
  });

  it('reads day 6 as Saturday', async () => {
    const days = await daysOf([{ day: 6, start: '09:00', end: '10:00' }]);
    expect(days['saturday']).toMatchObject({ working: true });
  });

  it('accepts the other member names of the times, also in breaks', async () => {
    const days = await daysOf([
      {
        day: 'monday',
        startTime: '09:00',
        endTime: '12:00',
        breaks: [{ start_time: '10:00', end_time: '10:30' }],
      },
      { day: 'tuesday', start_time: '09:00', end_time: '12:00', breaks: null },
    ]);
    expect(days['monday']).toMatchObject({ breaks: [{ start: '10:00', end: '10:30' }] });
    expect(days['tuesday']).toMatchObject({ start: '09:00', end: '12:00' });
  });

  it.each([null, []])('becomes the business’s hours again when it is set to %j', async (schedule) => {
    const entry = { day: 'sunday', start: '09:00', end: '10:00' };
    const id = await aProvider(service.admin, { schedule: [entry] });
    await service.admin.patch(`/providers/${id}`, { schedule });
    expect((await weekOf(id))[0]).toMatchObject({ day: 'monday', working: true, source: 'business' });
  });

  it('shows the hours within which slots are offered', async () => {
    const serviceId = await aService(service.admin, { durationMin: 60 });
    const id = await aProvider(service.admin, {
      timezone: 'America/New_York',
      schedule: [
        { day: 'monday', start: '07:00', end: '12:00', breaks: [{ start: '09:00', end: '10:00' }] },
        { day: 'sunday', start: '18:00', end: '24:00' },
      ],
    });
    const times = await Promise.all(
      DATES.map(async (date) => {
        const query = `providerId=${id}&serviceId=${serviceId}&date=${date}`;
        const { body } = await service.admin.get(`/availability/slots?${query}`);
        return (body.data as { time: string }[]).map(({ time }) => time);
      }),
    );
    expect(times).toEqual([['08:00', '10:00', '11:00'], [], [], [], [], [], ['18:00', '19:00']]);
    const week = await weekOf(id);
    expect([week[0], week[6]]).toMatchObject([
      { start: '08:00', end: '12:00', breaks: [{ start: '09:00', end: '10:00' }] },
      { start: '18:00', end: '20:00', breaks: [] },
    ]);
  });

  it('is refused with all missing and malformed members of its entries', async () => {
    const time = 'must be a time as HH:MM, 24-hour';
    expect(
      await refuse([
        { day: 7, start: '9:00', end: '24:01' },
        { day: 'funday', start: '24:00', end: '10:00', breaks: [{ start: 1 }] },
        {},
      ]),
    ).toEqual({
      'schedule[0].day': expect.stringContaining('must be one of monday, tuesday'),
      'schedule[0].start': time,
      'schedule[0].end': `${time}, or 24:00`,
      'schedule[1].day': expect.stringContaining('must be one of'),
      'schedule[1].start': time,
      'schedule[1].breaks[0].start': time,
      'schedule[1].breaks[0].end': 'is required',
      'schedule[2].day': 'is required',
      'schedule[2].start': 'is required',
      'schedule[2].end': 'is required',
    });
  });

  it('is refused with all times that are out of order', async () => {
    const entry = { day: 'monday', start: '09:00', end: '17:00' };
    expect(
      await refuse([
        { ...entry, end: '09:00' },
        {
          ...entry,
          breaks: [
            { start: '08:30', end: '10:00' },
            { start: '16:30', end: '17:30' },
            { start: '12:00', end: '11:00' },
          ],
        },
      ]),
    ).toEqual({
      'schedule[0].end': 'must be later than start',
      'schedule[1].breaks[0].start': 'must not be before the entry starts',
      'schedule[1].breaks[1].end': 'must not be after the entry ends',
      'schedule[1].breaks[2].end': 'must be later than start',
    });
  });

  it('is refused when entries of a day overlap', async () => {
    expect(
      await refuse([
        { day: 'monday', start: '09:00', end: '13:00' },
        { day: 1, start: '12:59', end: '17:00' },
        { day: 'tuesday', start: '12:00', end: '13:00' },
      ]),
    ).toEqual({ 'schedule[1].start': 'overlaps monday 09:00–13:00' });
  });

  it.each([['x'], [{}], [['monday']], [[[]]], [[null]]])('is refused when it is %j', async (schedule) => {
    expect(Object.keys(await refuse(schedule))[0]).toMatch(/^schedule/);
  });

  it('is refused with more than 100 entries', async () => {
    const entries = Array.from({ length: 101 }, () => ({ day: 1, start: '09:00', end: '10:00' }));
    expect(await refuse(entries)).toEqual({ schedule: 'must have at most 100 entries' });
  });

  it('is answered 404 when the provider does not exist', async () => {
    const { status, body } = await service.anonymous.get('/providers/999/schedule');
    expect(status).toBe(404);
    expect(body.error.code).toBe('NOT_FOUND');
  });

  it('of a deactivated provider can still be read with a key', async () => {
    const id = await aProvider(service.admin);
    await service.admin.delete(`/providers/${id}`);
    expect((await service.admin.get(`/providers/${id}/schedule`)).status).toBe(200);
  });
});
