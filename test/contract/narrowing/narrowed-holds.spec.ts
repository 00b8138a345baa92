import type { ApiClient } from '../../support/api-client';
import { aProvider, aService, MONDAY } from '../../support/builders';
import { OpenWrite } from '../../support/open-write';
import { startTestService, type TestService } from '../../support/test-service';
import { restrictedKey } from '../../support/two-salons';

/** A provider who works at two places is away: what becomes of holds when a key of the one place writes it. */
describe('An absence that a key of one place writes, and holds', () => {
  let service: TestService;
  let [here, elsewhere, walker, leader, cut, duo] = [0, 0, 0, 0, 0, 0];
  let stylist: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    here = (await admin.post('/locations', { name: 'Here' })).body.data.id as number;
    elsewhere = (await admin.post('/locations', { name: 'Elsewhere' })).body.data.id as number;
    [walker, leader] = [await aProvider(admin), await aProvider(admin)];
    cut = await aService(admin);
    duo = await aService(admin, { team: [{ providerIds: [walker], count: 1 }] });
    stylist = await restrictedKey(service, { providers: [walker], locations: [here] });
  });

  afterEach(async () => {
    for (const table of ['holds', 'time_off', 'special_hours']) await service.query(`delete from ${table}`);
  });

  afterAll(() => service.stop());

  const hold = async (start: string, locationId: number | undefined, members: object = {}) => {
    const body = { providerId: walker, serviceId: cut, date: MONDAY, start, locationId, ttlSec: 3_600 };
    return (await service.admin.post('/holds', { ...body, ...members })).body.data.id as string;
  };
  const live = async () =>
    ((await service.admin.get('/holds')).body.data as { id: string }[]).map(({ id }) => id).toSorted();

  const timeOff = (members: object) =>
    stylist.post(`/providers/${walker}/time-off`, { start: MONDAY, end: MONDAY, ...members });
  const dayOff = (members: object) =>
    stylist.put(`/providers/${walker}/special-hours/${MONDAY}`, { hours: [], ...members });
  const WAYS = [
    ['time off', 'keep', timeOff],
    ['time off', 'cancel', timeOff],
    ['time off', 'reassign', timeOff],
    ['a day off', 'keep', dayOff],
    ['a day off', 'cancel', dayOff],
  ] as const;

  it.each(WAYS)(
    '(%s with %s) lists and ends its own, and waits for no other',
    async (_name, appointments, give) => {
      const own = await hold('09:00', here);
      const others = [
        await hold('10:00', elsewhere),
        await hold('11:00', undefined),
        await hold('12:00', here, { providerId: leader, serviceId: duo }),
      ];
      const writer = await OpenWrite.begin(service);
      await writer.run(`select from holds where token in ('${others.join("','")}') for update`);
      const { status, body } = await give({ appointments });
      await writer.end('rollback');
      const isKept = appointments === 'keep';
      expect(status).toBeLessThan(300);
      expect(body.meta.affectedHolds).toEqual([
        { holdId: own, waitlistEntryId: null, outcome: isKept ? 'kept' : 'ended' },
      ]);
      expect(await live()).toEqual([...others, ...(isKept ? [own] : [])].toSorted());
    },
  );
});
