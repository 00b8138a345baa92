import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

describe('The resources of a booking', () => {
  let service: TestService;
  let serviceId: number;
  let providers: number[];
  let rooms: number[];
  let places: number[];

  beforeAll(async () => {
    service = await startTestService();
    providers = [
      await aProvider(service.admin),
      await aProvider(service.admin),
      await aProvider(service.admin),
    ];
    places = [await created('/locations', { name: 'North' }), await created('/locations', { name: 'South' })];
    const massage = { durationMin: 60, bufferAfterMin: 15, resources: [{ kind: 'room', quantity: 1 }] };
    serviceId = await aService(service.admin, massage);
  });

  beforeEach(async () => {
    await service.query('delete from appointments');
    await service.query('delete from holds');
    await service.query('delete from resources');
    rooms = [await aRoom(), await aRoom()];
  });

  afterAll(() => service.stop());

  const created = async (path: string, body: object) =>
    (await service.admin.post(path, body)).body.data.id as number;
  const aRoom = (members: object = {}) => created('/resources', { name: 'Room', kind: 'room', ...members });
  const book = (index: number, members: object = {}) =>
    service.admin.post('/appointments', aBooking(providers[index] ?? 0, serviceId, members));
  const patch = (id: number, body: object) => service.admin.patch(`/appointments/${id}`, body);
  const idOf = ({ body }: { body: { data?: { id?: number } } }) => body.data?.id ?? 0;
  const outcome = ({
    status,
    body,
  }: {
    status: number;
    body: { error?: { details?: { reason?: string } } };
  }) => (status < 300 ? status : body.error?.details?.reason);
  const roomsOf = ({ body }: { body: { data?: { resources?: { id: number }[] } } }) =>
    body.data?.resources?.map(({ id }) => id);
  const slotsOf = async (index: number, query = '') => {
    const path = `/availability/slots?serviceId=${serviceId}&providerId=${providers[index]}&date=${MONDAY}${query}`;
    return (await service.admin.get(path)).body.data.map(({ time }: { time: string }) => time);
  };

  it('are the free ones with the lowest ids', async () => {
    const first = await book(0);
    expect(first.body.data.resources).toEqual([{ id: rooms[0], name: 'Room', kind: 'room' }]);
    const second = await book(1);
    expect(roomsOf(second)).toEqual([rooms[1]]);
    const read = await service.admin.get(`/appointments/${idOf(first)}`);
    expect(read.body.data).toEqual(first.body.data);
    const list = await service.admin.get('/appointments');
    expect(list.body.data).toEqual([first.body.data, second.body.data]);
  });

  it('run out: the time is refused, and not offered', async () => {
    await book(0);
    await book(1);
    expect(outcome(await book(2))).toBe('resource_unavailable');
    expect(outcome(await book(2, { ignoreSchedule: true }))).toBe('resource_unavailable');
    // The buffer after 11:00 keeps the rooms until 11:15, and one that begins at 09:00 would need them until 10:15.
    expect(await slotsOf(2)).toEqual(['12:00', '13:00', '14:00', '15:00', '16:00']);
    const next = await service.admin.get(
      `/availability/next-available?serviceId=${serviceId}&providerId=${providers[2]}&from=${MONDAY}T09:30:00Z`,
    );
    expect(next.body.data).toMatchObject({ time: '12:00' });
  });

  it('are refused with alternatives that are free', async () => {
    await book(0);
    await book(1);
    const refused = await book(2);
    expect(refused.body.error.details.alternatives.map(({ time }: { time: string }) => time)).toEqual([
      ...['12:00', '13:00', '14:00'],
    ]);
  });

  it('are not those in maintenance, and none that is not active', async () => {
    await service.admin.post(`/resources/${rooms[0]}/time-off`, { start: MONDAY, end: MONDAY });
    expect(roomsOf(await book(0))).toEqual([rooms[1]]);
    await service.admin.patch(`/resources/${rooms[1]}`, { active: false });
    expect(outcome(await book(1, { start: '14:00' }))).toBe('resource_unavailable');
  });

  it('are those of the location, or of none', async () => {
    await service.query('delete from resources');
    const [north, anywhere] = [await aRoom({ locationId: places[0] }), await aRoom()];
    expect(roomsOf(await book(0, { locationId: places[1] }))).toEqual([anywhere]);
    expect(outcome(await book(1, { locationId: places[1] }))).toBe('resource_unavailable');
    expect(await slotsOf(1, `&locationId=${places[1]}`)).not.toContain('10:00');
    expect(await slotsOf(1, `&locationId=${places[0]}`)).toContain('10:00');
    expect(roomsOf(await book(1, { locationId: places[0] }))).toEqual([north]);
  });

  it('may be named', async () => {
    expect(roomsOf(await book(0, { resourceIds: [rooms[1]] }))).toEqual([rooms[1]]);
    expect(outcome(await book(1, { resourceIds: [rooms[1]] }))).toBe('resource_unavailable');
    const check = { providerId: providers[1], serviceId, date: MONDAY, start: '10:00' };
    const checked = await service.admin.post('/availability/check', { ...check, resourceIds: [rooms[1]] });
    expect(checked.body.data.reason).toBe('resource_unavailable');
  });

  it.each<[string, () => Promise<number[]>]>([
    ['too few', () => Promise.resolve([])],
    ['too many', () => Promise.resolve(rooms)],
    ['of another kind', async () => [await created('/resources', { name: 'Laser', kind: 'device' })]],
    ['unknown', () => Promise.resolve([999_999])],
    ['inactive', async () => [await aRoom({ active: false })]],
    ['of another location', async () => [await aRoom({ locationId: places[0] })]],
  ])('are a fault of the request when they are %s', async (_what, make) => {
    const resourceIds = await make();
    const time = { providerId: providers[0], serviceId, date: MONDAY, start: '10:00' };
    const answers = [
      await book(0, { resourceIds, locationId: places[1] }),
      await service.admin.post('/holds', { ...time, resourceIds, locationId: places[1] }),
      await service.admin.post('/availability/check', { ...time, resourceIds, locationId: places[1] }),
      await patch(idOf(await book(0)), { resourceIds, locationId: places[1] }),
    ];
    expect(answers.map(({ status, body }) => [status, Object.keys(body.error.details)])).toEqual(
      answers.map(() => [422, ['resourceIds']]),
    );
  });

  it('stay with an appointment that moves, where they are free, and are others where they are not', async () => {
    const id = idOf(await book(0, { resourceIds: [rooms[1]] }));
    expect(roomsOf(await patch(id, { start: '12:00' }))).toEqual([rooms[1]]);
    await book(1, { start: '15:00', resourceIds: [rooms[1]] });
    expect(roomsOf(await patch(id, { start: '15:00' }))).toEqual([rooms[0]]);
    await book(1, { start: '09:00' });
    await book(2, { start: '09:00' });
    expect(outcome(await patch(id, { start: '09:00' }))).toBe('resource_unavailable');
  });

  it('are free again when it is cancelled, and its own where it comes back', async () => {
    const id = idOf(await book(0, { resourceIds: [rooms[1]] }));
    await patch(id, { status: 'cancelled' });
    const others = [idOf(await book(1)), idOf(await book(2))];
    expect(outcome(await patch(id, { status: 'confirmed' }))).toBe('resource_unavailable');
    await patch(others[1] ?? 0, { status: 'cancelled' });
    expect(roomsOf(await patch(id, { status: 'confirmed' }))).toEqual([rooms[1]]);
  });

  it('change with the location of the appointment', async () => {
    await service.query('delete from resources');
    const [north, south] = [await aRoom({ locationId: places[0] }), await aRoom({ locationId: places[1] })];
    const id = idOf(await book(0, { locationId: places[0] }));
    expect(roomsOf(await patch(id, { locationId: places[1] }))).toEqual([south]);
    expect(roomsOf(await patch(id, { locationId: null, resourceIds: [north] }))).toEqual([north]);
  });

  it('change with its service', async () => {
    const id = idOf(await book(0));
    const plain = await aService(service.admin, { durationMin: 60 });
    expect(roomsOf(await patch(id, { serviceId: plain }))).toEqual([]);
    expect(roomsOf(await patch(id, { serviceId }))).toEqual([rooms[0]]);
  });

  it('are shared by those who share a session', async () => {
    const group = { durationMin: 60, capacity: 3, resources: [{ kind: 'room', quantity: 2 }] };
    const yoga = await aService(service.admin, group);
    const join = (members: object = {}) =>
      service.admin.post('/appointments', aBooking(providers[0] ?? 0, yoga, members));
    expect(roomsOf(await join())).toEqual(rooms);
    expect(roomsOf(await join({ resourceIds: [...rooms].reverse() }))).toEqual(rooms);
    const others = await join({ resourceIds: [rooms[0]] });
    expect(others.body.error.details).toEqual({ resourceIds: 'must be those of the session at this time' });
    expect(outcome(await book(1))).toBe('resource_unavailable');
    expect(roomsOf(await join())).toEqual(rooms);
  });

  it('are held by a hold, and booked with it', async () => {
    const held = await service.admin.post('/holds', {
      ...{ providerId: providers[0], serviceId, date: MONDAY, start: '10:00' },
      resourceIds: [rooms[1]],
    });
    expect(roomsOf(held)).toEqual([rooms[1]]);
    expect(roomsOf(await book(1))).toEqual([rooms[0]]);
    const customer = { name: 'Mia', email: 'mia@example.com' };
    const booked = await service.admin.post('/appointments', { ...customer, holdId: held.body.data.id });
    expect(roomsOf(booked)).toEqual([rooms[1]]);
  });

  it('cannot be deleted while an appointment or a hold ahead takes them', async () => {
    const id = idOf(await book(0));
    const path = `/resources/${rooms[0]}`;
    expect(outcome(await service.admin.delete(path))).toBe('resource_in_use');
    await patch(id, { status: 'cancelled' });
    const time = { providerId: providers[0], serviceId, date: MONDAY, start: '10:00' };
    await service.admin.post('/holds', { ...time, ttlSec: 60 });
    expect(outcome(await service.admin.delete(path))).toBe('resource_in_use');
    service.clock.advance(60_000);
    expect(outcome(await service.admin.delete(path))).toBe(200);
    expect(roomsOf(await patch(id, { status: 'confirmed' }))).toEqual([rooms[1]]);
  });

  it('are named in the conflicts of their time off', async () => {
    const id = idOf(await book(0));
    const period = { start: MONDAY, end: MONDAY };
    const [first, second] = [
      await service.admin.post(`/resources/${rooms[0]}/time-off`, period),
      await service.admin.post(`/resources/${rooms[1]}/time-off`, period),
    ];
    expect([first.body.meta, second.body.meta]).toMatchObject([
      { conflicts: [{ id, providerId: providers[0] }], total: 1 },
      { conflicts: [], total: 0 },
    ]);
    const closure = await service.admin.post('/closures', period);
    await service.query('delete from closures');
    expect(closure.body.meta.total).toBe(1);
  });
});
