import { aBooking, aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

/** Mondays around the end of 2026, which has 53 weeks. */
const MONDAYS = ['2026-12-14', '2026-12-21', '2026-12-28', '2027-01-04', '2027-01-11'];

const EARLY = { day: 'monday', start: '08:00', end: '10:00', everyWeeks: 2, from: '2026-12-14' };
const LATE = { day: 'monday', start: '09:00', end: '11:00', everyWeeks: 2, from: '2026-12-21' };

describe('A roster', () => {
  let service: TestService;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
    await service.query('update business_hours set work_start_min = 8 * 60, work_end_min = 20 * 60');
    serviceId = await aService(service.admin, { durationMin: 60 });
  });

  afterAll(() => service.stop());

  const write = (schedule: unknown) =>
    service.admin.post('/providers', { name: 'Ada', email: `ada-${Math.random()}@example.com`, schedule });
  const faultsOf = async (...schedule: readonly object[]) => {
    const { status, body } = await write(schedule);
    return { status, details: body.error?.details as unknown };
  };
  const timesOn = async (providerId: number, date: string) => {
    const query = `providerId=${providerId}&serviceId=${serviceId}&date=${date}`;
    const { body } = await service.admin.get(`/availability/slots?${query}`);
    return (body.data as { time: string }[]).map(({ time }) => time);
  };

  it('offers and books alternating weeks, over the end of a year with 53 weeks', async () => {
    const id = await aProvider(service.admin, { schedule: [EARLY, LATE] });
    const early = ['08:00', '09:00'];
    const late = ['09:00', '10:00'];
    const offered = [];
    for (const date of MONDAYS) offered.push(await timesOn(id, date));
    expect(offered).toEqual([early, late, early, late, early]);
    const book = (date: string, start: string) =>
      service.admin.post('/appointments', aBooking(id, serviceId, { date, start }));
    const { status, body } = await book('2027-01-04', '08:00');
    expect([status, body.error.details.reason]).toEqual([422, 'outside_working_hours']);
    expect((await book('2027-01-04', '10:00')).status).toBe(201);
  });

  it('is shown in the week of a date, and today without one', async () => {
    const id = await aProvider(service.admin, {
      schedule: [{ ...EARLY, from: '2026-11-16' }, LATE],
    });
    const mondayOf = async (query: string) =>
      ((await service.anonymous.get(`/providers/${id}/schedule${query}`)).body.data as unknown[])[0];
    const early = { day: 'monday', start: '08:00', end: '10:00', source: 'provider' };
    expect(await mondayOf('')).toMatchObject(early);
    expect(await mondayOf('?date=2026-11-23')).toMatchObject({ day: 'monday', working: false, start: null });
    expect(await mondayOf('?date=2026-12-27')).toMatchObject({ start: '09:00', end: '11:00' });
    expect((await service.anonymous.get(`/providers/${id}/schedule?date=2026-13-01`)).status).toBe(422);
  });

  it('that is over is still the schedule of the provider, and not the hours of the business', async () => {
    const entry = { day: 'monday', start: '08:00', end: '10:00', until: '2026-12-14' };
    const id = await aProvider(service.admin, { schedule: [entry] });
    expect(await timesOn(id, '2026-12-14')).toEqual(['08:00', '09:00']);
    expect(await timesOn(id, '2026-12-21')).toEqual([]);
    const { body } = await service.anonymous.get(`/providers/${id}/schedule?date=2026-12-21`);
    expect(body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ day: 'monday', working: false, source: 'provider' }),
      ]),
    );
  });

  it('is read as it was written, and can be written back', async () => {
    const plain = { day: 'tuesday', start: '08:00', end: '10:00', everyWeeks: 1, from: null };
    const id = await aProvider(service.admin, { schedule: [EARLY, { ...LATE, until: '2027-06-30' }, plain] });
    const { schedule } = (await service.admin.get(`/providers/${id}`)).body.data as { schedule: unknown };
    expect(schedule).toEqual([
      { ...EARLY, breaks: [], until: null },
      { ...LATE, breaks: [], until: '2027-06-30' },
      { day: 'tuesday', start: '08:00', end: '10:00', breaks: [] },
    ]);
    const { body } = await service.admin.patch(`/providers/${id}`, { schedule });
    expect(body.data.schedule).toEqual(schedule);
  });

  it('keeps the hours of a business closed on special days, and special hours of the provider win', async () => {
    const id = await aProvider(service.admin, { schedule: [EARLY] });
    await service.admin.put('/special-hours/2026-12-28', {
      hours: [{ start: '09:00', end: '12:00' }],
    });
    await service.admin.put('/special-hours/2027-01-04', {
      hours: [{ start: '09:00', end: '12:00' }],
    });
    expect(await timesOn(id, '2026-12-28')).toEqual(['09:00']);
    expect(await timesOn(id, '2027-01-04')).toEqual([]);
    await service.admin.put(`/providers/${id}/special-hours/2027-01-04`, {
      hours: [{ start: '15:00', end: '16:00' }],
    });
    expect(await timesOn(id, '2027-01-04')).toEqual(['15:00']);
  });

  it.each([
    ['alternate', [EARLY, LATE], 201],
    [
      'follow one another',
      [
        { ...EARLY, everyWeeks: 1, until: '2026-12-31' },
        { ...LATE, from: '2027-01-01' },
      ],
      201,
    ],
    ['share a week', [EARLY, { ...LATE, from: '2026-12-28' }], 422],
    [
      'share a date after 6 weeks',
      [
        { ...EARLY, everyWeeks: 2 },
        { ...LATE, everyWeeks: 3, from: '2026-12-21' },
      ],
      422,
    ],
    [
      'share a date after 55 weeks',
      [
        { ...EARLY, everyWeeks: 8 },
        { ...LATE, everyWeeks: 7, from: '2026-12-21' },
      ],
      422,
    ],
    [
      'never share a week of 4 and 6',
      [
        { ...EARLY, everyWeeks: 4 },
        { ...LATE, everyWeeks: 6 },
      ],
      201,
    ],
    [
      'would share a week after the last date',
      [
        { ...EARLY, everyWeeks: 4, until: '2026-12-20' },
        { ...LATE, everyWeeks: 4, from: '2027-01-11' },
      ],
      201,
    ],
    ['meet an entry of every week', [EARLY, { day: 'monday', start: '09:30', end: '12:00' }], 422],
  ])('is refused only where entries overlap on a date: those that %s', async (_, schedule, status) => {
    expect((await write(schedule)).status).toBe(status);
  });

  it('is refused with weeks and dates that make no sense', async () => {
    const entry = { day: 'monday', start: '08:00', end: '10:00' };
    expect(
      await faultsOf({ ...entry, everyWeeks: 2 }, { ...entry, from: '2026-12-14', until: '2026-12-13' }),
    ).toEqual({
      status: 422,
      details: {
        'schedule[0].from': expect.stringContaining('is required when everyWeeks is more than 1') as unknown,
        'schedule[1].until': 'must not be before from',
      },
    });
    const malformed = { ...entry, everyWeeks: 9, from: '2026-02-30', until: 'never' };
    expect(Object.keys((await faultsOf(malformed)).details as object)).toEqual([
      'schedule[0].everyWeeks',
      'schedule[0].from',
      'schedule[0].until',
    ]);
  });
});
