import { aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const week = (start: string, end: string, worked: readonly string[]) =>
  WEEKDAYS.map((day) =>
    worked.includes(day)
      ? { day, working: true, start, end }
      : { day, working: false, start: null, end: null },
  );

describe('Business hours', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it('are Monday to Friday, 09:00 to 17:00, on a fresh database', async () => {
    const { status, body } = await service.admin.get('/business-hours');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        workStart: '09:00',
        workEnd: '17:00',
        timezone: 'UTC',
        days: week('09:00', '17:00', WEEKDAYS.slice(0, 5)),
      },
    });
  });

  it.each(['put', 'post'] as const)('can be set by %s, whose answer contains them', async (method) => {
    const set = { workStart: '07:30', workEnd: '24:00', days: ['sunday', 'tuesday', 'tuesday'] };
    const { status, body } = await service.admin[method]('/business-hours', set);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        workStart: '07:30',
        workEnd: '24:00',
        timezone: 'UTC',
        days: week('07:30', '24:00', ['tuesday', 'sunday']),
      },
    });
    expect((await service.admin.get('/business-hours')).body).toEqual(body);
  });

  it('keep their weekdays when a PUT has no days', async () => {
    await service.admin.put('/business-hours', { workStart: '09:00', workEnd: '17:00', days: ['friday'] });
    const { body } = await service.admin.put('/business-hours', { workStart: '00:00', workEnd: '00:01' });
    expect(body.data.days).toEqual(week('00:00', '00:01', ['friday']));
  });

  it('do not change when a PUT sends back the answer of GET', async () => {
    await service.admin.put('/business-hours', {
      workStart: '08:00',
      workEnd: '24:00',
      days: ['monday', 'saturday'],
    });
    const read = await service.admin.get('/business-hours');
    const written = await service.admin.put('/business-hours', read.body.data);
    expect(written.status).toBe(200);
    expect(written.body).toEqual(read.body);
  });

  it.each([
    [{}, { workStart: 'is required', workEnd: 'is required' }],
    [
      { workStart: '24:00', workEnd: '24:01' },
      { workStart: expect.anything(), workEnd: expect.anything() },
    ],
    [
      { workStart: null, workEnd: '9:00' },
      { workStart: expect.anything(), workEnd: expect.anything() },
    ],
    [
      { workStart: 9, workEnd: 17 },
      { workStart: expect.anything(), workEnd: expect.anything() },
    ],
    [{ workStart: '09:00', workEnd: '09:00' }, { workEnd: 'must be later than workStart' }],
    [{ workStart: '22:00', workEnd: '06:00' }, { workEnd: 'must be later than workStart' }],
    [
      { workStart: '17:00', workEnd: '09:00', days: [] },
      { workEnd: 'must be later than workStart', days: 'must name at least one weekday' },
    ],
    [{ workStart: '09:00', workEnd: '17:00', days: 'monday' }, { days: 'must be a list' }],
    [{ workStart: '09:00', workEnd: '17:00', days: null }, { days: 'must be a list' }],
    [
      { workStart: '09:00', workEnd: '17:00', days: ['monday', 'funday'] },
      { days: `must be one of ${WEEKDAYS.join(', ')}` },
    ],
    [{ workStart: '09:00', workEnd: '17:00', days: [1] }, { days: `must be one of ${WEEKDAYS.join(', ')}` }],
    [
      { workStart: '09:00', workEnd: '17:00', days: [{ day: 'monday', working: false }] },
      { days: 'must name at least one weekday' },
    ],
  ])('do not change when PUT or POST refuses the body %j', async (set, details) => {
    const before = await service.admin.get('/business-hours');
    for (const method of ['put', 'post'] as const) {
      const { status, body } = await service.admin[method]('/business-hours', set);
      expect(status).toBe(422);
      expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
      expect(body.error.details).toEqual(details);
    }
    expect((await service.admin.get('/business-hours')).body).toEqual(before.body);
  });

  it('are readable with a key of any role, and writable only for administrators', async () => {
    for (const role of ['provider', 'staff'] as const) {
      const client = await service.as(role);
      expect((await client.get('/business-hours')).status).toBe(200);
      for (const method of ['put', 'post'] as const) {
        const { status, body } = await client[method]('/business-hours', {});
        expect([status, body.error.code]).toEqual([403, 'forbidden']);
      }
    }
    for (const method of ['GET', 'PUT', 'POST']) {
      expect((await service.anonymous.send(method, '/business-hours')).status).toBe(401);
    }
  });

  it('apply to the slots from the next request on', async () => {
    const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    const weekdays = WEEKDAYS.slice(0, 5);
    await service.admin.put('/business-hours', { workStart: '09:00', workEnd: '17:00', days: weekdays });
    const times = async (date: string) => {
      const path = `/availability/slots?providerId=${providerId}&serviceId=${serviceId}&date=${date}`;
      const { body } = await service.admin.get(path);
      return (body.data as { time: string }[]).map(({ time }) => time);
    };
    expect((await times(MONDAY)).at(0)).toBe('09:00');
    expect((await times(MONDAY)).at(-1)).toBe('16:30');
    await service.admin.put('/business-hours', { workStart: '22:00', workEnd: '24:00', days: ['monday'] });
    expect(await times(MONDAY)).toEqual(['22:00', '22:30', '23:00', '23:30']);
    expect(await times('2026-11-24')).toEqual([]);
    await service.admin.post('/business-hours', { workStart: '08:00', workEnd: '08:30', days: ['tuesday'] });
    expect(await times(MONDAY)).toEqual([]);
    expect(await times('2026-11-24')).toEqual(['08:00']);
  });
});

it('The answer of GET /business-hours contains the time zone of the business', async () => {
  const service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
  const { body } = await service.admin.get('/business-hours');
  await service.stop();
  expect(body.data.timezone).toBe('Europe/Berlin');
});
