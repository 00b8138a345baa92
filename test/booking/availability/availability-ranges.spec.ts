import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('The slots of a range of dates', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    service.clock.set('2026-11-20T08:00:00Z');
    providerId = await aProvider(service.admin);
    serviceId = await aService(service.admin, { durationMin: 240 });
  });

  afterAll(() => service.stop());

  const get = (view: string, query = '') =>
    service.admin.get(`/availability/${view}?providerId=${providerId}&serviceId=${serviceId}&${query}`);
  const datesOf = async (view: string, query = ''): Promise<unknown> => {
    const { body } = await get(view, query);
    const days = (view === 'calendar' ? body.data.days : body.data) as { date: string }[];
    return [days[0]?.date, days.at(-1)?.date, days.length];
  };

  it('are counted for each date in the summary', async () => {
    await anAppointment(service.admin, providerId, serviceId, { date: '2026-11-24', start: '09:00' });
    const { status, body } = await get('summary', 'from=2026-11-22&to=2026-11-24');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        { date: '2026-11-22', working: false, slots: 0, first: null, last: null },
        {
          date: '2026-11-23',
          working: true,
          slots: 2,
          first: '2026-11-23T09:00:00Z',
          last: '2026-11-23T13:00:00Z',
        },
        {
          date: '2026-11-24',
          working: true,
          slots: 1,
          first: '2026-11-24T13:00:00Z',
          last: '2026-11-24T13:00:00Z',
        },
      ],
      meta: { from: '2026-11-22', to: '2026-11-24', serviceId, providerId, timezone: 'UTC', total: 3 },
    });
  });

  it('are listed for each date in the calendar', async () => {
    const { status, body } = await get('calendar', 'from=2026-11-22&to=2026-11-23');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        timezone: 'UTC',
        days: [
          { date: '2026-11-22', working: false, slots: [] },
          {
            date: MONDAY,
            working: true,
            slots: [
              {
                start: '2026-11-23T09:00:00Z',
                end: '2026-11-23T13:00:00Z',
                date: MONDAY,
                time: '09:00',
                providerId,
                price: null,
              },
              {
                start: '2026-11-23T13:00:00Z',
                end: '2026-11-23T17:00:00Z',
                date: MONDAY,
                time: '13:00',
                providerId,
                price: null,
              },
            ],
          },
        ],
      },
    });
  });

  it('are the same as the slots of each single date', async () => {
    const { body } = await get('calendar', 'month=2026-12');
    const days = body.data.days as { date: string; slots: unknown }[];
    const oneByOne = await Promise.all(days.map(({ date }) => get('slots', `date=${date}`)));
    expect(days.map(({ slots }) => slots)).toEqual(
      oneByOne.map(({ body: answer }) => answer.data as unknown),
    );
  });

  it('are shown on the provider’s calendar and clock', async () => {
    providerId = await aProvider(service.admin, { timezone: 'America/New_York' });
    const summary = await get('summary', 'from=2026-11-23&to=2026-11-23');
    expect(summary.body.data[0]).toMatchObject({ first: '2026-11-23T09:00:00-05:00' });
    expect((await get('calendar', 'from=2026-11-23&to=2026-11-23')).body.data.timezone).toBe(
      'America/New_York',
    );
  });

  describe('of any provider', () => {
    let other: number;
    const ofAny = async (view: string, query: string) => {
      const path = `/availability/${view}?anyProvider=true&serviceId=${serviceId}&${query}`;
      return (await service.admin.get(path)).body;
    };

    beforeEach(async () => {
      other = await aProvider(service.admin);
      serviceId = await aService(service.admin, { durationMin: 240, providerIds: [providerId, other] });
      await anAppointment(service.admin, providerId, serviceId, { date: MONDAY, start: '09:00' });
    });

    it('are merged in the calendar, each with the providers that could take it', async () => {
      const { data, meta } = await ofAny('calendar', `from=2026-11-22&to=${MONDAY}`);
      expect(meta).toBeUndefined();
      expect(data).toMatchObject({
        timezone: 'UTC',
        days: [
          { date: '2026-11-22', working: false, slots: [] },
          {
            date: MONDAY,
            working: true,
            slots: [
              { time: '09:00', providerId: other, providerIds: [other] },
              { time: '13:00', providerId: other, providerIds: [other, providerId] },
            ],
          },
        ],
      });
    });

    it('are counted once in the summary', async () => {
      const { data, meta } = await ofAny('summary', `from=${MONDAY}&to=${MONDAY}`);
      expect(data).toMatchObject([{ date: MONDAY, working: true, slots: 2, first: `${MONDAY}T09:00:00Z` }]);
      expect(meta).toMatchObject({ providerId: null, timezone: 'UTC', total: 1 });
    });

    it('are the same as the slots of each single date', async () => {
      const { data } = await ofAny('calendar', 'month=2026-11');
      const days = data.days as { date: string; slots: unknown }[];
      const oneByOne = await Promise.all(days.map(({ date }) => ofAny('slots', `date=${date}`)));
      expect(days.map(({ slots }) => slots)).toEqual(oneByOne.map((answer) => answer.data as unknown));
    });

    it('are on a working day when at least one provider works on it', async () => {
      await service.admin.patch(`/providers/${other}`, {
        schedule: [{ day: 'sunday', start: '09:00', end: '17:00' }],
      });
      const { data } = await ofAny('summary', 'from=2026-11-21&to=2026-11-22');
      expect(data).toMatchObject([
        { working: false, slots: 0 },
        { working: true, slots: 2 },
      ]);
    });

    it('are none when no provider offers the service', async () => {
      serviceId = await aService(service.admin, { durationMin: 240, providerIds: [] });
      await Promise.all([providerId, other].map((id) => service.admin.delete(`/providers/${id}`)));
      const { data } = await ofAny('calendar', `from=${MONDAY}&to=${MONDAY}`);
      expect(data.days).toEqual([{ date: MONDAY, working: false, slots: [] }]);
    });
  });

  it.each(['summary', 'calendar'])('of a %s begin today and end 30 days later by default', async (view) => {
    expect(await datesOf(view)).toEqual(['2026-11-20', '2026-12-20', 31]);
    expect(await datesOf(view, 'from=2026-12-01')).toEqual(['2026-12-01', '2026-12-31', 31]);
    expect(await datesOf(view, 'to=2026-11-21')).toEqual(['2026-11-20', '2026-11-21', 2]);
  });

  it.each([
    ['Pacific/Kiritimati', '2026-11-21'],
    ['Pacific/Pago_Pago', '2026-11-19'],
  ])('begin on today’s date in the provider’s time zone %s', async (timezone, today) => {
    service.clock.set('2026-11-20T10:30:00Z');
    providerId = await aProvider(service.admin, { timezone });
    expect(await datesOf('summary', `to=${today}`)).toEqual([today, today, 1]);
  });

  it('are listed for a whole month', async () => {
    expect(await datesOf('calendar', 'month=2026-12')).toEqual(['2026-12-01', '2026-12-31', 31]);
    expect(await datesOf('calendar', 'month=2028-02')).toEqual(['2028-02-01', '2028-02-29', 29]);
  });

  it.each([
    ['summary', 'from=2026-12-02&to=2026-12-01', { to: 'must not be before from' }],
    ['calendar', 'from=2026-12-01&to=2027-03-03', { to: 'must be at most 91 days after from' }],
    ['calendar', 'to=2199-12-31', { to: 'must be at most 91 days after from' }],
    ['calendar', 'month=2026-12&from=2026-12-01', { month: 'stands alone, without from and to' }],
    ['calendar', 'month=2026-13', { month: 'must be a month as YYYY-MM' }],
    [
      'summary',
      'from=2026-02-29&to=tomorrow',
      { from: 'must be a date as YYYY-MM-DD', to: 'must be a date as YYYY-MM-DD' },
    ],
  ])('are refused for a wrong range: %s?%s', async (view, query, details) => {
    const { status, body } = await get(view, query);
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details });
  });

  it('are listed for 92 dates at most', async () => {
    expect(await datesOf('summary', 'from=2026-12-01&to=2027-03-02')).toEqual([
      '2026-12-01',
      '2027-03-02',
      92,
    ]);
  });

  it.each(['summary', 'calendar'])('of a %s require a provider and a service that exist', async (view) => {
    const missing = await service.admin.get(`/availability/${view}?providerId=${providerId}`);
    expect(missing.status).toBe(422);
    expect(Object.keys(missing.body.error.details as object)).toEqual(['serviceId']);
    const without = await service.admin.get(`/availability/${view}?serviceId=${serviceId}`);
    expect(without.status).toBe(422);
    expect(without.body.error.details).toEqual({
      providerId: 'is required, unless anyProvider is true',
    });
    const unknown = await service.admin.get(`/availability/${view}?providerId=999999&serviceId=999999`);
    expect(unknown.status).toBe(422);
    expect(unknown.body.error.details).toEqual({
      providerId: 'names no provider',
      serviceId: 'names no service',
    });
    expect((await service.anonymous.get(`/availability/${view}`)).status).toBe(401);
  });
});
