import type { Answer } from '../../support/api-client';
import { aProvider, aService, MONDAY } from '../../support/builders';
import { eventsOf } from '../../support/events';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntryOf, makeOffers } from '../../support/waiting';
import { ACCEPT, clearTime, type Offered } from './support/held-time';

/** What is held: by itself, a seat of a group, with a room, with a helper. */
const THINGS = ['alone', 'seat', 'roomed', 'helped'] as const;
type Thing = (typeof THINGS)[number];

const DAY = { start: MONDAY, end: MONDAY };
const HOURS = { alone: '09:00', seat: '10:00', roomed: '11:00', helped: '12:00' } as const;

describe('The holds that an absence meets', () => {
  let service: TestService;
  let [ana, helper, other, room, north] = [0, 0, 0, 0, 0];
  let services: Readonly<Record<Thing, number>>;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    [ana, helper, other] = [await aProvider(admin), await aProvider(admin), await aProvider(admin)];
    const idOf = ({ body }: Answer) => body.data.id as number;
    north = idOf(await admin.post('/locations', { name: 'North' }));
    room = idOf(await admin.post('/resources', { name: 'Room', kind: 'room' }));
    const by = { providerIds: [ana, other] };
    services = {
      alone: await aService(admin, by),
      seat: await aService(admin, { ...by, capacity: 3 }),
      roomed: await aService(admin, { ...by, resources: [{ kind: 'room', quantity: 1 }] }),
      helped: await aService(admin, { ...by, team: [{ providerIds: [helper], count: 1 }] }),
    };
  });

  afterEach(() => clearTime(service));

  afterAll(() => service.stop());

  const hold = async (thing: Thing, members: object = {}) => {
    const what = { serviceId: services[thing], providerId: ana, locationId: north };
    const body = { ...what, date: MONDAY, start: HOURS[thing], ttlSec: 3_600, ...members };
    return (await service.admin.post('/holds', body)).body.data.id as string;
  };
  const offer = async (thing: Thing) => {
    const what = { providerId: ana, locationId: north, timeFrom: HOURS[thing] };
    return (await anEntryOf(service, services[thing], what)) as Offered;
  };
  const live = async () =>
    ((await service.admin.get('/holds')).body.data as { id: string }[]).map(({ id }) => id);
  const refusalOf = ({ status, body }: Answer) => [status, body.error?.details?.reason];
  const statusOf = async ({ id }: Offered) => (await service.admin.get(`/waitlist/${id}`)).body.data.status;

  const timeOffOf = (members: object) => (providerId: number) =>
    service.admin.post(`/providers/${providerId}/time-off`, { ...DAY, ...members });
  const dayOff = (path: string, members: object) =>
    service.admin.put(`${path}/special-hours/${MONDAY}`, { hours: [], ...members });
  /** The kinds of absence, what each meets, and what it may be told to do. */
  const KINDS: readonly (readonly [
    name: string,
    meets: readonly Thing[],
    treatments: readonly string[],
    give: (members: object) => Promise<Answer>,
  ])[] = [
    [
      'time off of the provider',
      THINGS,
      ['keep', 'cancel', 'reassign'],
      (members) => timeOffOf(members)(ana),
    ],
    [
      'time off of a helper',
      ['helped'],
      ['keep', 'cancel', 'reassign'],
      (members) => timeOffOf(members)(helper),
    ],
    [
      'time off of a room',
      ['roomed'],
      ['keep', 'cancel', 'reassign'],
      (members) => service.admin.post(`/resources/${room}/time-off`, { ...DAY, ...members }),
    ],
    [
      'a closure of the business',
      THINGS,
      ['keep', 'cancel'],
      (members) => service.admin.post('/closures', { ...DAY, ...members }),
    ],
    [
      'a closure of the place',
      THINGS,
      ['keep', 'cancel'],
      (members) => service.admin.post('/closures', { ...DAY, locationId: north, ...members }),
    ],
    [
      'a day off of the provider',
      THINGS,
      ['keep', 'cancel'],
      (members) => dayOff(`/providers/${ana}`, members),
    ],
    [
      'a day off of a helper',
      ['helped'],
      ['keep', 'cancel'],
      (members) => dayOff(`/providers/${helper}`, members),
    ],
    [
      'many days off of the provider',
      THINGS,
      ['keep', 'cancel'],
      (members) => {
        const days = ['2026-11-20', MONDAY, '2026-11-27'].map((date) => ({ date, hours: [] }));
        return service.admin.put(`/providers/${ana}/special-hours`, { days, ...members });
      },
    ],
    ['a day off of the business', THINGS, ['keep', 'cancel'], (members) => dayOff('', members)],
    [
      'a day off of the place',
      THINGS,
      ['keep', 'cancel'],
      (members) => dayOff('', { locationId: north, ...members }),
    ],
    [
      'shorter hours of the business',
      ['roomed', 'helped'],
      ['keep', 'cancel'],
      (members) => dayOff('', { hours: [{ start: '09:00', end: '11:29' }], ...members }),
    ],
  ];
  const CASES = KINDS.flatMap(([name, meets, treatments, give]) =>
    treatments.map((appointments) => [appointments, name, meets, give] as const),
  );

  it.each(CASES)(
    'are listed with %s of %s, and end unless they are kept',
    async (appointments, _name, meets, give) => {
      const holds = new Map<Thing, string>();
      for (const thing of THINGS) holds.set(thing, await hold(thing));
      const outcome = appointments === 'keep' ? 'kept' : 'ended';
      const { body } = await give({ appointments });
      expect(body.meta.affectedHolds).toEqual(
        meets.map((thing) => ({ holdId: holds.get(thing), waitlistEntryId: null, outcome })),
      );
      const left = THINGS.filter((thing) => outcome === 'kept' || !meets.includes(thing));
      expect((await live()).toSorted()).toEqual(left.map((thing) => holds.get(thing)).toSorted());
      for (const thing of THINGS) {
        const booking = { name: 'Bo Oker', email: 'bo@oker.example', holdId: holds.get(thing) };
        const answer = await service.admin.post('/appointments', booking);
        expect(refusalOf(answer)).toEqual(left.includes(thing) ? [201, undefined] : [422, 'hold_expired']);
      }
    },
  );

  it.each(CASES)(
    'are offers, too: with %s of %s their entries wait again',
    async (appointments, _name, meets, give) => {
      const entries = new Map<Thing, Offered>();
      for (const thing of THINGS) entries.set(thing, await offer(thing));
      const isKept = appointments === 'keep';
      const { body } = await give({ appointments });
      expect(body.meta.affectedHolds).toEqual(
        meets.map((thing) => ({
          holdId: entries.get(thing)?.offer?.holdId,
          waitlistEntryId: entries.get(thing)?.id,
          outcome: isKept ? 'kept' : 'ended',
        })),
      );
      const isEnded = (thing: Thing) => !isKept && meets.includes(thing);
      for (const [thing, entry] of entries)
        expect(await statusOf(entry)).toBe(isEnded(thing) ? 'waiting' : 'offered');
      for (const [, entry] of [...entries].filter(([thing]) => isEnded(thing)))
        for (const by of Object.values(ACCEPT))
          expect(refusalOf(await by(service, entry))).toEqual([422, 'hold_expired']);
      await makeOffers(service);
      for (const [, entry] of [...entries].filter(([thing]) => meets.includes(thing)))
        expect(await statusOf(entry)).toBe(isKept ? 'offered' : 'waiting');
    },
  );

  it.each(CASES)(
    'are told by a dry run as by the real one with %s of %s, and stay',
    async (appointments, _name, _meets, give) => {
      for (const thing of THINGS) await hold(thing);
      const before = await live();
      const told = await give({ appointments, dryRun: true });
      expect([told.status, await live()]).toEqual([200, before]);
      const done = await give({ appointments });
      expect([done.status < 300, done.body.meta]).toEqual([true, told.body.meta]);
    },
  );

  it('are not looked at where the request says nothing of appointments', async () => {
    const id = await hold('alone');
    const { body } = await timeOffOf({})(ana);
    expect(body.meta).not.toHaveProperty('affectedHolds');
    expect(await live()).toEqual([id]);
  });

  it('are those whose time it overlaps, in the order of time, and neither expired ones nor those of others', async () => {
    await hold('alone', { start: '09:30' });
    const second = await hold('alone', { start: '10:30' });
    const first = await hold('alone', { start: '10:00' });
    await hold('alone', { start: '11:00' });
    await hold('alone', { providerId: other });
    await hold('alone', { start: '10:15', providerId: other, ttlSec: 60 });
    await service.query(`update holds set expires_at = created_at where start_at::time = '10:15'`);
    const times = { start: `${MONDAY}T10:00:00Z`, end: `${MONDAY}T10:45:00Z` };
    const { body } = await timeOffOf({ ...times, appointments: 'cancel' })(ana);
    expect((body.meta.affectedHolds as { holdId: string }[]).map(({ holdId }) => holdId)).toEqual([
      first,
      second,
    ]);
  });

  it('make the events of a hold that is released', async () => {
    const id = await hold('alone');
    const events = await eventsOf(service, () => timeOffOf({ appointments: 'cancel' })(ana));
    expect(events.filter(({ type }) => type === 'hold.released')).toMatchObject([{ data: { id } }]);
  });

  it('are offered to the same entry again once the absence is gone', async () => {
    const entry = await offer('alone');
    const { body } = await timeOffOf({ appointments: 'cancel' })(ana);
    await makeOffers(service);
    expect(await statusOf(entry)).toBe('waiting');
    await service.admin.delete(`/providers/${ana}/time-off/${body.data.id}`);
    await makeOffers(service);
    const again = (await service.admin.get(`/waitlist/${entry.id}`)).body.data as Offered;
    expect(again.offer).toMatchObject({ start: entry.offer?.start });
    expect((await ACCEPT['the link'](service, entry)).status).toBe(200);
  });
});
