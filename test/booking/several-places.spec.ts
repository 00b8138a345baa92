import { aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const MIA = { name: 'Mia Keller', email: 'mia@example.com', date: MONDAY, start: '09:00' };

describe('What is booked together at several places', () => {
  let service: TestService;
  let serviceId: number;
  let places: number[];
  let warnings: object[];

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin);
    places = [];
    for (const name of ['North', 'South'])
      places.push((await service.admin.post('/locations', { name })).body.data.id as number);
    warnings = [
      {
        code: 'several_places',
        message: 'The appointments take place at several locations',
        locationIds: places,
      },
    ];
  });

  afterEach(() => service.query('delete from appointments'));
  afterAll(() => service.stop());

  /** A provider who is on these days at the first place, and on the others at the second. */
  const aRover = (...days: readonly string[]) =>
    aProvider(service.admin, {
      schedule: ['monday', 'tuesday', 'wednesday'].map((day) => ({
        day,
        start: '09:00',
        end: '17:00',
        locationId: places[days.includes(day) ? 0 : 1],
      })),
    });

  it('is a warning in the answer to a series, its change and its dry run', async () => {
    const series = { ...MIA, serviceId, providerId: await aRover('monday'), rrule: 'FREQ=DAILY;COUNT=3' };
    const preview = await service.admin.post('/series', { ...series, dryRun: true });
    expect([preview.status, preview.body.meta]).toEqual([200, { warnings }]);
    const booked = await service.admin.post('/series', series);
    expect([booked.status, booked.body.meta]).toEqual([201, { warnings }]);
    const path = `/series/${booked.body.data.id}`;
    expect((await service.admin.patch(path, { notes: 'Wet hair' })).body.meta).toEqual({ warnings });
  });

  it('is a warning in the answer to a visit and its change', async () => {
    const rovers = [await aRover('monday'), await aRover('tuesday')];
    const items = rovers.map((providerId) => ({ serviceId, providerId }));
    const booked = await service.admin.post('/visits', { ...MIA, items });
    expect([booked.status, booked.body.meta]).toEqual([201, { warnings }]);
    const path = `/visits/${booked.body.data.id}`;
    expect((await service.admin.patch(path, { start: '10:00' })).body.meta).toEqual({ warnings });
    const shorter = await service.admin.patch(path, { items: items.slice(0, 1) });
    expect([shorter.status, shorter.body.meta]).toEqual([200, undefined]);
  });

  it.each([
    ['all its parts are at one place', ['monday', 'tuesday', 'wednesday']],
    ['no part names a place', undefined],
  ])('is none where %s', async (_why, days) => {
    const providerId = days === undefined ? await aProvider(service.admin) : await aRover(...days);
    const series = { ...MIA, serviceId, providerId, rrule: 'FREQ=DAILY;COUNT=3' };
    const { status, body } = await service.admin.post('/series', series);
    expect([status, body.meta]).toEqual([201, undefined]);
  });

  it('is said again where a request with an Idempotency-Key is repeated', async () => {
    const series = { ...MIA, serviceId, providerId: await aRover('monday'), rrule: 'FREQ=DAILY;COUNT=2' };
    const sending = { headers: { 'idempotency-key': 'several-places' } };
    for (const replayed of [null, 'true']) {
      const answer = await service.admin.post('/series', series, sending);
      expect(answer.headers.get('idempotency-replayed')).toBe(replayed);
      expect(answer.body.meta).toEqual({ warnings });
    }
  });
});
