import { Client } from 'pg';
import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const SUNDAY = '2026-12-20';
const OPEN = { hours: [{ start: '10:00', end: '12:00' }], note: 'Advent' };
const DAY_OFF = { hours: [] };

describe('Special hours:', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin, { durationMin: 60 });
  });

  beforeEach(async () => {
    await service.query('delete from special_hours');
    providerId = await aProvider(service.admin);
  });

  afterAll(() => service.stop());

  const own = (date = SUNDAY) => `/providers/${providerId}/special-hours/${date}`;
  const ofBusiness = (date = SUNDAY) => `/special-hours/${date}`;
  const set = async (path: string, body: object = OPEN) => {
    const { status } = await service.admin.put(path, body);
    expect(status).toBe(200);
  };
  const times = async (date: string, of = providerId) => {
    const query = `providerId=${of}&serviceId=${serviceId}&date=${date}`;
    const { body } = await service.admin.get(`/availability/slots?${query}`);
    return (body.data as { time: string }[]).map(({ time }) => time);
  };

  describe.each([
    ['the business', () => '/special-hours', { locationId: null }],
    ['a provider', () => `/providers/${providerId}/special-hours`, {}],
  ])('the resource of %s', (_, path, more) => {
    it('shows what is set, in time order', async () => {
      const hours = [
        { start: '15:00', end: '24:00' },
        { start: '09:30', end: '12:00' },
      ];
      const { status, body } = await service.admin.put(`${path()}/${SUNDAY}`, { hours, note: ' Advent ' });
      expect(status).toBe(200);
      expect(body).toEqual({ data: { date: SUNDAY, hours: hours.toReversed(), note: 'Advent', ...more } });
    });

    it('replaces the hours and the note of a date that has some', async () => {
      await set(`${path()}/${SUNDAY}`);
      await set(`${path()}/${SUNDAY}`, DAY_OFF);
      const { body } = await service.admin.get(path());
      expect(body.data).toEqual([{ date: SUNDAY, hours: [], note: null, ...more }]);
    });

    it('lists the dates between from and to, both included, by their date', async () => {
      for (const date of ['2027-01-01', '2026-12-20', '2026-12-25', '2026-12-27'])
        await set(`${path()}/${date}`);
      const { status, body } = await service.admin.get(`${path()}?from=2026-12-25&to=2027-01-01&length=2`);
      expect(status).toBe(200);
      expect(body.data.map(({ date }: { date: string }) => date)).toEqual(['2026-12-25', '2026-12-27']);
      expect(body.meta).toMatchObject({ total: 3, total_pages: 2, sort: 'date:asc' });
    });

    it('refuses a list whose last date is before its first', async () => {
      const { status, body } = await service.admin.get(`${path()}?from=2026-12-25&to=2026-12-24`);
      expect([status, body.error.details]).toEqual([422, { to: 'must not be before from' }]);
    });

    it('deletes a date once', async () => {
      await set(`${path()}/${SUNDAY}`);
      const { status, body } = await service.admin.delete(`${path()}/${SUNDAY}`);
      expect([status, body]).toEqual([200, { data: { date: SUNDAY, deleted: true } }]);
      const again = await service.admin.delete(`${path()}/${SUNDAY}`);
      expect([again.status, again.body.error.message]).toEqual([404, 'No such special hours']);
    });

    it.each(['2026-02-30', 'sunday', '20261220', '2200-01-01', '1969-12-31', '0'])(
      'answers 404 for %s, which is no date',
      async (date) => {
        const put = await service.admin.put(`${path()}/${date}`, OPEN);
        const remove = await service.admin.delete(`${path()}/${date}`);
        expect([put.status, remove.status]).toEqual([404, 404]);
      },
    );

    it.each([
      [
        'overlapping stretches',
        [
          ['10:00', '12:00'],
          ['11:59', '13:00'],
        ],
        { 'hours[1].start': 'overlaps 10:00–12:00' },
      ],
      ['an empty stretch', [['10:00', '10:00']], { 'hours[0].end': 'must be later than start' }],
      [
        'a time that is none',
        [['25:00', '26:00']],
        { 'hours[0].start': expect.any(String), 'hours[0].end': expect.any(String) },
      ],
    ])('refuses %s', async (_name, pairs, details) => {
      const hours = pairs.map(([start, end]) => ({ start, end }));
      const { status, body } = await service.admin.put(`${path()}/${SUNDAY}`, { hours });
      expect([status, body.error.code, body.error.details]).toEqual([422, 'VALIDATION_ERROR', details]);
      expect((await service.admin.get(path())).body.data).toEqual([]);
    });

    it('refuses more than 20 stretches', async () => {
      const hours = Array.from({ length: 21 }, (_each, i) => {
        const hour = String(i).padStart(2, '0');
        return { start: `${hour}:00`, end: `${hour}:30` };
      });
      const { status, body } = await service.admin.put(`${path()}/${SUNDAY}`, { hours });
      expect([status, body.error.details]).toEqual([422, { hours: 'must have at most 20 entries' }]);
      expect((await service.admin.put(`${path()}/${SUNDAY}`, { hours: hours.slice(1) })).status).toBe(200);
    });

    it('requires hours', async () => {
      const { status, body } = await service.admin.put(`${path()}/${SUNDAY}`, {});
      expect([status, body.error.details]).toEqual([422, { hours: 'is required' }]);
    });

    it('is written only while the ETag that If-Match names is current', async () => {
      const send = (method: string, tag: string) =>
        service.admin.send(method, `${path()}/${SUNDAY}`, {
          headers: { 'if-match': tag },
          ...(method === 'PUT' && { body: OPEN }),
        });
      expect((await send('PUT', '*')).status).toBe(412);
      const { headers } = await service.admin.put(`${path()}/${SUNDAY}`, DAY_OFF);
      const tag = headers.get('etag') ?? 'none';
      expect((await send('PUT', tag)).status).toBe(200);
      expect((await send('DELETE', tag)).status).toBe(412);
      expect((await send('DELETE', '*')).status).toBe(200);
    });

    it('is not written over a change that another writer makes after If-Match was read', async () => {
      const { headers } = await service.admin.put(`${path()}/${SUNDAY}`, DAY_OFF);
      const rival = new Client({ connectionString: service.databaseUrl });
      await rival.connect();
      await rival.query('begin');
      await rival.query('select from business_hours for no key update');
      await rival.query('select from providers where id = $1 for no key update', [providerId]);
      await rival.query(`update special_hours set note = 'Rival'`);
      const put = service.admin.put(`${path()}/${SUNDAY}`, OPEN, {
        headers: { 'if-match': headers.get('etag') ?? 'none' },
      });
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await service.query(waiting)).length === 0);
      await rival.query('commit');
      await rival.end();
      expect((await put).status).toBe(412);
      expect((await service.admin.get(path())).body.data).toMatchObject([{ note: 'Rival' }]);
    });
  });

  it('of an unknown provider are a 404', async () => {
    const path = '/providers/999/special-hours';
    const answers = [
      await service.admin.get(path),
      await service.admin.put(`${path}/${SUNDAY}`, OPEN),
      await service.admin.delete(`${path}/${SUNDAY}`),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.message])).toEqual(
      answers.map(() => [404, 'No such provider']),
    );
  });

  it('of a provider are those of no other provider, and not those of the business', async () => {
    await set(own());
    const other = await aProvider(service.admin);
    expect((await service.admin.get(`/providers/${other}/special-hours`)).body.data).toEqual([]);
    expect((await service.admin.get('/special-hours')).body.data).toEqual([]);
    expect((await service.admin.delete(`/special-hours/${SUNDAY}`)).status).toBe(404);
    expect(await times(SUNDAY, other)).toEqual([]);
  });

  it('of the business are not those of a provider', async () => {
    await service.admin.put(`/special-hours/${SUNDAY}`, OPEN);
    expect((await service.admin.get(`/providers/${providerId}/special-hours`)).body.data).toEqual([]);
    expect((await service.admin.delete(own())).status).toBe(404);
  });

  describe('availability', () => {
    const SCHEDULE = [
      { day: 'monday', start: '08:00', end: '20:00', breaks: [{ start: '10:30', end: '11:00' }] },
    ];

    it('offers a day that is otherwise off, and books it', async () => {
      expect(await times(SUNDAY)).toEqual([]);
      await set(ofBusiness());
      expect(await times(SUNDAY)).toEqual(['10:00', '11:00']);
      const booked = await service.admin.post(
        '/appointments',
        aBooking(providerId, serviceId, { date: SUNDAY, start: '11:00' }),
      );
      expect(booked.status).toBe(201);
      expect(await times(SUNDAY)).toEqual(['10:00']);
    });

    it('offers nothing on a day off, and refuses to book it', async () => {
      await set(ofBusiness(MONDAY), DAY_OFF);
      expect(await times(MONDAY)).toEqual([]);
      const { status, body } = await service.admin.post('/appointments', aBooking(providerId, serviceId));
      expect([status, body.error.details.reason]).toEqual([422, 'outside_working_hours']);
    });

    it('of a provider with a schedule is what the schedule and the hours of the business have in common', async () => {
      providerId = await aProvider(service.admin, { schedule: SCHEDULE });
      await set(ofBusiness(MONDAY), {
        hours: [
          { start: '06:00', end: '09:00' },
          { start: '10:00', end: '12:00' },
          { start: '19:00', end: '23:00' },
        ],
      });
      expect(await times(MONDAY)).toEqual(['08:00', '11:00', '19:00']);
      await set(ofBusiness(), OPEN);
      expect(await times(SUNDAY)).toEqual([]);
    });

    it('follows the hours of the provider, which nothing bounds', async () => {
      providerId = await aProvider(service.admin, { schedule: SCHEDULE });
      await set(ofBusiness(MONDAY), DAY_OFF);
      await set(own(MONDAY), {
        hours: [
          { start: '22:00', end: '24:00' },
          { start: '05:00', end: '06:00' },
        ],
      });
      expect(await times(MONDAY)).toEqual(['05:00', '22:00', '23:00']);
      await set(own(MONDAY), DAY_OFF);
      expect(await times(MONDAY)).toEqual([]);
    });

    it('counts stretches that touch as one', async () => {
      await set(own(), {
        hours: [
          { start: '10:00', end: '10:30' },
          { start: '10:30', end: '12:00' },
        ],
      });
      expect(await times(SUNDAY)).toEqual(['10:00', '11:00']);
    });

    it('still yields to closures and time off', async () => {
      await set(own());
      await service.admin.post('/closures', { start: `${SUNDAY}T10:00:00Z`, end: `${SUNDAY}T11:00:00Z` });
      expect(await times(SUNDAY)).toEqual(['11:00']);
      await service.admin.post(`/providers/${providerId}/time-off`, { start: SUNDAY, end: SUNDAY });
      expect(await times(SUNDAY)).toEqual([]);
      await service.query('delete from closures');
    });

    it('follows the ordinary week again after a deletion', async () => {
      const before = await times(MONDAY);
      await set(own(MONDAY), DAY_OFF);
      await service.admin.delete(own(MONDAY));
      expect(await times(MONDAY)).toEqual(before);
    });

    it('counts the dates on the calendar of the provider', async () => {
      providerId = await aProvider(service.admin, { timezone: 'Pacific/Auckland' });
      await set(own(), { hours: [{ start: '00:00', end: '01:00' }] });
      const query = `providerId=${providerId}&serviceId=${serviceId}&date=${SUNDAY}`;
      const { body } = await service.admin.get(`/availability/slots?${query}`);
      expect(body.data).toMatchObject([{ time: '00:00', start: `${SUNDAY}T00:00:00+13:00` }]);
    });

    it('leaves the ordinary week of the provider as it was', async () => {
      const path = `/providers/${providerId}/schedule`;
      const before = (await service.admin.get(path)).body;
      await set(own(MONDAY), DAY_OFF);
      expect((await service.admin.get(path)).body).toEqual(before);
    });
  });

  describe('many dates of a provider', () => {
    const many = () => `/providers/${providerId}/special-hours`;
    const OTHERS = '2026-12-27';
    const listed = async () => (await service.admin.get(many())).body.data as unknown;

    it('are set, replaced and removed at once, and the dates that are not named stay', async () => {
      for (const date of [SUNDAY, '2026-12-25', OTHERS]) await set(own(date));
      const hours = [
        { start: '15:00', end: '24:00' },
        { start: '09:30', end: '12:00' },
      ];
      const days = [
        { date: '2027-01-03', hours, note: ' Sale ' },
        { date: SUNDAY, hours: [] },
        { date: '2026-12-25', hours: null },
        { date: '2026-12-26', hours: null },
      ];
      const { status, body } = await service.admin.put(many(), { days });
      const now = [
        { date: SUNDAY, hours: [], note: null },
        { date: '2027-01-03', hours: hours.toReversed(), note: 'Sale' },
      ];
      expect([status, body]).toEqual([200, { data: now }]);
      expect(await listed()).toEqual([now[0], { date: OTHERS, ...OPEN }, now[1]]);
      expect(await times('2027-01-03')).toEqual([
        '09:30',
        '10:30',
        '15:00',
        '16:00',
        '17:00',
        '18:00',
        '19:00',
        '20:00',
        '21:00',
        '22:00',
        '23:00',
      ]);
    });

    it('are refused with each fault, and none is set', async () => {
      const hours = [
        { start: '10:00', end: '12:00' },
        { start: '11:00', end: '13:00' },
      ];
      const { status, body } = await service.admin.put(many(), {
        days: [
          { date: SUNDAY, hours: [] },
          { date: OTHERS, hours },
          { date: SUNDAY, hours: [{ start: '12:00', end: '12:00' }] },
        ],
      });
      expect([status, body.error.details]).toEqual([
        422,
        {
          'days[1].hours[1].start': 'overlaps 10:00–12:00',
          'days[2].date': 'is named twice',
          'days[2].hours[0].end': 'must be later than start',
        },
      ]);
      expect(await listed()).toEqual([]);
    });

    it.each([
      ['no list', {}, ['days']],
      [
        'members that are missing or malformed',
        { days: [{ date: '2026-02-30' }, { hours: 1 }] },
        ['days[0].date', 'days[0].hours', 'days[1].date', 'days[1].hours'],
      ],
    ])('are refused with %s', async (_case, body, paths) => {
      const answer = await service.admin.put(many(), body);
      expect([answer.status, Object.keys(answer.body.error.details as object)]).toEqual([422, paths]);
    });

    it('can be those of a leap year, and no more', async () => {
      const days = Array.from({ length: 367 }, (_day, after) => ({
        date: new Date(Date.UTC(2028, 0, 1 + after)).toISOString().slice(0, 10),
        hours: [],
      }));
      expect((await service.admin.put(many(), { days })).status).toBe(422);
      const { status, body } = await service.admin.put(many(), { days: days.slice(0, 366) });
      expect([status, (body.data as unknown[]).length]).toEqual([200, 366]);
    });

    it('of a provider that does not exist are a 404', async () => {
      const { status } = await service.admin.put('/providers/99999/special-hours', { days: [] });
      expect(status).toBe(404);
    });
  });
});
