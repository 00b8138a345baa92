import { Client } from 'pg';
import { WaitlistWorker } from '../../src/booking/waitlist/offers/waitlist-worker';
import { WEEKDAYS } from '../../src/platform/time/weekdays';
import type { Answer } from '../support/api-client';
import { aProvider, aService, MONDAY } from '../support/builders';
import { START } from '../support/settable-clock';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf, type Entry, makeOffers, statusesNow } from '../support/waiting';

const AT_TEN = { schedule: [{ day: 'monday', start: '10:00', end: '10:30' }] };
const LOCATION = { name: 'Branch', address: 'High Street 1' };
const ROOM = { name: 'Room', kind: 'room' };
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const IN_ROOM = { resources: [{ kind: ROOM.kind, quantity: 1 }] };

/** Two places with a room each, and one provider who needs a room and has one slot. */
describe('An entry of the waitlist that names a place', () => {
  let service: TestService;
  let here: number;
  let there: number;
  let roomHere: number;
  let roomThere: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  const idOf = ({ body }: Answer) => body.data.id as number;
  const add = (members: object = {}) => anEntryOf(service, serviceId, members);
  const offer = async ({ id }: Entry) => {
    const { offer } = (await service.admin.get(`/waitlist/${id}`)).body.data as Entry;
    return (await service.admin.get(`/holds/${offer?.holdId}`)).body.data as unknown;
  };
  const accepted = async ({ id }: Entry) =>
    (await service.admin.post(`/waitlist/${id}/accept`)).body.data as unknown;
  const inRoom = (id: number, locationId: number | null) => ({ locationId, resources: [{ ...ROOM, id }] });

  /** Takes the room of a place; returns what releases it. */
  const occupy = async (locationId: number) => {
    const providerId = await aProvider(service.admin, AT_TEN);
    const other = await aService(service.admin, { ...IN_ROOM, providerIds: [providerId] });
    const time = { providerId, serviceId: other, locationId, date: MONDAY, start: '10:00' };
    const hold = await service.admin.post('/holds', time);
    expect(hold.status).toBe(201);
    return () => service.admin.delete(`/holds/${hold.body.data.id}`);
  };

  beforeEach(async () => {
    service.clock.set(START);
    [here, there] = [
      idOf(await service.admin.post('/locations', LOCATION)),
      idOf(await service.admin.post('/locations', LOCATION)),
    ];
    roomHere = idOf(await service.admin.post('/resources', { ...ROOM, locationId: here }));
    roomThere = idOf(await service.admin.post('/resources', { ...ROOM, locationId: there }));
    const providerId = await aProvider(service.admin, AT_TEN);
    serviceId = await aService(service.admin, { ...IN_ROOM, providerIds: [providerId] });
  });

  afterEach(async () => {
    for (const table of ['appointments', 'waitlist_entries', 'holds', 'resources', 'locations'])
      await service.query(`delete from ${table}`);
  });

  afterAll(() => service.stop());

  it('is not offered a room of another place when it is added, and an entry of that place is', async () => {
    await occupy(here);
    const entries = [await add({ locationId: here }), await add({ locationId: there })];
    expect(entries).toMatchObject([
      { status: 'waiting', offer: null, locationId: here },
      { status: 'offered', locationId: there },
    ]);
  });

  it('is offered the first time of its place when it is added, after many days on which only rooms elsewhere are free', async () => {
    const schedule = WEEKDAYS.map((day) => ({ day, start: '10:00', end: '10:30' }));
    const providerId = await aProvider(service.admin, { schedule });
    const daily = await aService(service.admin, { ...IN_ROOM, providerIds: [providerId] });
    await service.admin.post(`/resources/${roomHere}/time-off`, { start: MONDAY, end: '2026-12-07' });
    const entry = await anEntryOf(service, daily, { locationId: here, to: '2026-12-12' });
    expect(entry.offer?.start).toBe('2026-12-08T10:00:00Z');
  });

  it('has its place in the hold and in the appointment, though the room of a lower id is elsewhere', async () => {
    const entry = await add({ locationId: there });
    expect(await offer(entry)).toMatchObject(inRoom(roomThere, there));
    expect(await accepted(entry)).toMatchObject(inRoom(roomThere, there));
  });

  it('is passed over by a worker when the freed room is elsewhere, and gets that of its place', async () => {
    const [freeHere, freeThere] = [await occupy(here), await occupy(there)];
    const [first, second] = [await add({ locationId: here }), await add({ locationId: there })];
    await freeThere();
    await makeOffers(service);
    expect(await statusesNow(service, [first, second])).toEqual(['waiting', 'offered']);
    await service.admin.delete(`/waitlist/${second.id}`);
    await freeHere();
    await makeOffers(service);
    expect(await offer(first)).toMatchObject(inRoom(roomHere, here));
  });

  it('is offered a room that is bound to no place', async () => {
    await service.admin.patch(`/resources/${roomThere}`, { locationId: null });
    await service.admin.patch(`/resources/${roomHere}`, { active: false });
    expect(await offer(await add({ locationId: here }))).toMatchObject(inRoom(roomThere, here));
  });

  it('has its place in the offer of a service that needs no room', async () => {
    await service.admin.patch(`/services/${serviceId}`, { resources: [] });
    const entry = await add({ locationId: there });
    expect(await offer(entry)).toMatchObject({ locationId: there, resources: [] });
    expect(await accepted(entry)).toMatchObject({ locationId: there, resources: [] });
  });

  it('leaves entries without a place the room of any, and their offers without one', async () => {
    await occupy(here);
    const entry = await add();
    expect(await offer(entry)).toMatchObject(inRoom(roomThere, null));
    expect(await accepted(entry)).toMatchObject(inRoom(roomThere, null));
  });

  it('waits at any place once its own is deleted, as the audit trail records, and is offered the room of another', async () => {
    // Of the rows that have the place, only the entry is left to tell of the deletion.
    await service.admin.patch(`/resources/${roomHere}`, { active: false, locationId: null });
    const entry = await add({ locationId: here });
    await makeOffers(service);
    expect(await statusesNow(service, [entry])).toEqual(['waiting']);
    await service.admin.delete(`/locations/${here}`);
    const trail = await service.admin.get(`/audit?resource=waitlist&resourceId=${entry.id}`);
    expect(trail.body.data.at(-1)).toMatchObject({
      action: 'update',
      before: { locationId: here },
      after: { locationId: null },
    });
    await makeOffers(service);
    expect(await offer(entry)).toMatchObject(inRoom(roomThere, null));
  });

  it('keeps its offer when its place is deleted, which books without a place', async () => {
    const entry = await add({ locationId: here });
    await service.admin.delete(`/locations/${here}`);
    expect(await offer(entry)).toMatchObject(inRoom(roomHere, null));
    expect(await accepted(entry)).toMatchObject(inRoom(roomHere, null));
  });

  it('is passed over when its place is deleted while it is made an offer, and offered a time afterwards', async () => {
    await service.admin.patch(`/services/${serviceId}`, { resources: [] });
    const entry = await add({ locationId: here, timeFrom: '10:01' });
    await service.query('update waitlist_entries set time_from_min = null');
    const other = new Client({ connectionString: service.databaseUrl });
    await other.connect();
    await other.query('begin');
    await other.query('delete from locations where id = $1', [here]);
    service.app.get(WaitlistWorker).lookAtEverything();
    const offers = makeOffers(service);
    await untilOneWaits(other);
    await other.query('commit');
    await other.end();
    await offers;
    await makeOffers(service);
    expect(await offer(entry)).toMatchObject({ locationId: null, resources: [] });
  });
});

async function untilOneWaits(client: Client): Promise<void> {
  for (let attempt = 0; attempt < 10_000; attempt++) {
    await client.query('select pg_stat_clear_snapshot()');
    if ((await client.query(WAITING)).rowCount === 1) return;
  }
  throw new Error('it does not wait');
}
