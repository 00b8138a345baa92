import { EventRetention } from '../../../src/telling/numbering/event-retention';
import { anAppointment, aProvider, aService } from '../../support/builders';
import { type Event, eventsAfter, latestEvent, numberEvents } from '../../support/events';
import { startTestService, type TestService } from '../../support/test-service';

const DAY_MS = 86_400_000;

describe('The list of events', () => {
  let service: TestService;
  let start: number;
  let all: Event[];
  let appointmentId: number;

  beforeAll(async () => {
    service = await startTestService({ environment: { EVENT_RETENTION_DAYS: '30' } });
    await numberEvents(service);
    start = await latestEvent(service);
    const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    appointmentId = (await anAppointment(service.admin, providerId, serviceId)).id;
    await service.admin.patch(`/appointments/${appointmentId}`, { start: '11:00' });
    await service.admin.post('/closures', { start: '2026-12-24', end: '2026-12-24' });
    all = await eventsAfter(service, start);
  });

  afterAll(() => service.stop());

  const list = async (query: string) => {
    const { status, body } = await service.admin.get(`/events?${query}`);
    expect(status).toBe(200);
    const { next, hasMore } = body.meta as { next: number; hasMore: boolean };
    return { next, hasMore, types: (body.data as unknown as Event[]).map(({ type }) => type) };
  };

  it('has each change once, in the order of the commits, numbered without a gap', () => {
    expect(all.map(({ type }) => type)).toEqual([
      'provider.created',
      'service.created',
      'customer.created',
      'appointment.booked',
      'appointment.moved',
      'closure.created',
    ]);
    expect(all.map(({ id }) => id)).toEqual(all.map((_event, index) => start + 1 + index));
  });

  it('is read in pages by the cursor that each page gives', async () => {
    const first = await list(`after=${start}&length=4`);
    expect(first).toMatchObject({ next: start + 4, hasMore: true });
    const second = await list(`after=${first.next}&length=4`);
    expect(second).toEqual({
      next: start + 6,
      hasMore: false,
      types: ['appointment.moved', 'closure.created'],
    });
    expect(await list(`after=${second.next}`)).toEqual({ next: start + 6, hasMore: false, types: [] });
  });

  it('ends in front of an event of a newer version until an instance of that version reads it', async () => {
    const [moved, closed] = [start + 5, start + 6];
    const setType = (id: number, type: string) =>
      service.query('update events set type = $1 where id = $2', [type, id]);
    await setType(moved, 'appointment.reassigned');
    expect(await list(`after=${start}&length=100`)).toMatchObject({ next: moved - 1, hasMore: false });
    expect(await list(`after=${moved - 1}`)).toEqual({ next: moved - 1, hasMore: false, types: [] });
    expect(await list(`after=${start}&length=4`)).toMatchObject({ next: start + 4, hasMore: true });
    await setType(moved, 'appointment.moved');
    expect(await list(`after=${moved - 1}`)).toMatchObject({ next: closed, hasMore: false });
  });

  it('begins with the oldest event that is kept', async () => {
    const [oldest] = (await service.admin.get('/events?length=1')).body.data as unknown as Event[];
    expect(oldest?.id).toBe(1);
  });

  it.each([
    ['types=appointment.*', ['appointment.booked', 'appointment.moved']],
    ['types=closure.created,appointment.moved', ['appointment.moved', 'closure.created']],
    ['types=hold.*', []],
    ['resource=customer', ['customer.created']],
    ['resource=appointment&types=customer.*', []],
  ])('filters by %s, and reads on behind what does not match', async (query, types) => {
    expect(await list(`after=${start}&${query}`)).toEqual({ next: start + 6, hasMore: false, types });
  });

  it('filters by the id of a resource, with and without the resource', async () => {
    const ofAppointment = ['appointment.booked', 'appointment.moved'];
    expect((await list(`after=${start}&resource=appointment&resourceId=${appointmentId}`)).types).toEqual(
      ofAppointment,
    );
    expect((await list(`after=${start}&types=appointment.*&resourceId=${appointmentId}`)).types).toEqual(
      ofAppointment,
    );
    expect((await list(`after=${start}&resource=closure&resourceId=99999`)).types).toEqual([]);
    expect((await list(`after=${start}&resource=appointments&resourceId=${appointmentId}`)).types).toEqual(
      (await list(`after=${start}&resource=appointment&resourceId=${appointmentId}`)).types,
    );
    expect((await list(`after=${start}&resource=closures`)).types).toEqual(['closure.created']);
  });

  it('says that there are more with a filter, too', async () => {
    expect(await list(`after=${start}&types=appointment.*&length=1`)).toEqual({
      next: start + 4,
      hasMore: true,
      types: ['appointment.booked'],
    });
  });

  it.each([
    ['after=first', 'after', 'must be the id of an event, or latest'],
    ['after=-1', 'after', 'must be the id of an event, or latest'],
    ['after=999999999', 'after', 'is not the id of an event'],
    ['types=appointment.eaten', 'types', expect.stringContaining('must be a comma-separated list of')],
    ['types=appointment', 'types', expect.stringContaining('must be a comma-separated list of')],
    ['resource=visits', 'resource', expect.stringContaining('must be one of appointment')],
    ['resourceId=x', 'resourceId', 'must be a number or a UUID'],
    ['length=0', 'length', expect.any(String)],
  ])('refuses %s', async (query, member, message) => {
    const { status, body } = await service.admin.get(`/events?${query}`);
    expect([status, body.error?.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.error?.details).toEqual({ [member]: message });
  });

  it('refuses a cursor behind which events have been deleted', async () => {
    service.clock.advance(20 * DAY_MS);
    await service.admin.post('/closures', { start: '2026-12-25', end: '2026-12-25' });
    await numberEvents(service);
    service.clock.advance(11 * DAY_MS);
    await service.app.get(EventRetention).deleteOld();
    const { status, body } = await service.admin.get(`/events?after=${start}`);
    expect([status, body.error?.details]).toEqual([422, { reason: 'cursor_expired' }]);
    expect((await list(`after=${start + 6}`)).types).toEqual(['closure.created']);
    expect((await list('')).types).toEqual(['closure.created']);
  });
});
