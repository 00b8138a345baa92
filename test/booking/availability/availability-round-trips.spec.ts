import { Client } from 'pg';
import { aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

/** One query finds the caller, one reads the snapshot. */
const KEY_AND_SNAPSHOT = 2;

describe('The round trips to the database', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;
  let statements: jest.SpyInstance;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin);
    providerId = await aProvider(service.admin);
    for (let count = 0; count < 10; count++) await aProvider(service.admin);
    await service.admin.get('/availability/next-available?serviceId=1');
    statements = jest.spyOn(Client.prototype, 'query');
  });

  afterAll(() => service.stop());

  const roundTrips = async (request: () => Promise<{ status: number }>) => {
    statements.mockClear();
    const { status } = await request();
    return [status, statements.mock.calls.length];
  };
  const get = (path: string) => roundTrips(() => service.admin.get(path));

  it.each([
    ['the slots of a date', `slots?date=${MONDAY}&`],
    ['the slots of a date of any of eleven providers', `slots?date=${MONDAY}&anyProvider=true&`],
    ['the calendar of a day', `calendar?from=${MONDAY}&to=${MONDAY}&`],
    ['the calendar of three months', `calendar?from=${MONDAY}&to=2027-02-22&`],
    ['the summary of three months', `summary?from=${MONDAY}&to=2027-02-22&`],
    ['the next slot', 'next-available?'],
  ])('for %s are two: the API key and the snapshot', async (_what, path) => {
    const request = await get(`/availability/${path}providerId=${providerId}&serviceId=${serviceId}`);
    expect(request).toEqual([200, KEY_AND_SNAPSHOT]);
  });

  it('for the slots of a service with seats are one more when the process reads it for the first time', async () => {
    const withSeats = await aService(service.admin, { capacity: 3 });
    const path = `/availability/slots?date=${MONDAY}&providerId=${providerId}&serviceId=${withSeats}`;
    expect(await get(path)).toEqual([200, KEY_AND_SNAPSHOT + 1]);
    expect(await get(path)).toEqual([200, KEY_AND_SNAPSHOT]);
  });

  it('for the next slot of a service with seats are one more when the process reads it for the first time', async () => {
    const withSeats = await aService(service.admin, { capacity: 3 });
    const path = `/availability/next-available?providerId=${providerId}&serviceId=${withSeats}`;
    expect(await get(path)).toEqual([200, KEY_AND_SNAPSHOT + 1]);
    expect(await get(path)).toEqual([200, KEY_AND_SNAPSHOT]);
  });

  it('for the slots of a provider who gives classes are one more when the process reads it for the first time', async () => {
    const teacher = await aProvider(service.admin);
    const timetable = [{ day: 'monday', start: '10:00', providerId: teacher }];
    await aService(service.admin, { startsAt: 'schedule', timetable });
    const path = `/availability/slots?date=${MONDAY}&providerId=${teacher}&serviceId=${serviceId}`;
    expect(await get(path)).toEqual([200, KEY_AND_SNAPSHOT + 1]);
    expect(await get(path)).toEqual([200, KEY_AND_SNAPSHOT]);
  });

  it('for the next slot of any provider are two: the API key and the snapshot', async () => {
    expect(await get(`/availability/next-available?serviceId=${serviceId}`)).toEqual([200, KEY_AND_SNAPSHOT]);
  });

  it('for the next slot after 14 days are one more, and with any provider one more for each 60 days', async () => {
    await service.admin.post('/closures', { start: '2026-11-20', end: '2027-03-31' });
    const path = `/availability/next-available?serviceId=${serviceId}`;
    expect(await get(`${path}&providerId=${providerId}`)).toEqual([200, KEY_AND_SNAPSHOT + 1]);
    // 14 days, then 60 and 60: to 2027-04-03.
    expect(await get(path)).toEqual([200, KEY_AND_SNAPSHOT + 2]);
  });

  it('for a search of visits of five services with any provider are two: the API key and the snapshot', async () => {
    const items = Array<object>(5).fill({ serviceId });
    const request = { items, from: MONDAY, to: '2026-12-23', timeTo: '10:00' };
    expect(await roundTrips(() => service.admin.post('/availability/search', request))).toEqual([
      200,
      KEY_AND_SNAPSHOT,
    ]);
  });

  it('for a check of a bookable time are two: the API key and the snapshot', async () => {
    const request = { providerId, serviceId, date: '2027-04-05', start: '10:00' };
    expect(await roundTrips(() => service.admin.post('/availability/check', request))).toEqual([
      200,
      KEY_AND_SNAPSHOT,
    ]);
  });
});
