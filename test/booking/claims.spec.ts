import { aProvider, aService, anAppointment, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

describe('The claims of an appointment', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin, { durationMin: 30, bufferBeforeMin: 5, bufferAfterMin: 10 });
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
  });

  afterAll(() => service.stop());

  const book = async () => (await anAppointment(service.admin, providerId, serviceId, { start: '10:00' })).id;
  const change = async (id: number, body: object) => {
    expect((await service.admin.patch(`/appointments/${id}`, body)).status).toBe(200);
  };

  /** What the appointment claims, as `provider: time of day, until when`. */
  async function claimsOf(id: number): Promise<string[]> {
    const rows = await service.query<{ claim: string }>(
      `select provider_id || ': ' || to_char(lower(busy) at time zone 'UTC', 'HH24:MI')
         || '–' || to_char(upper(busy) at time zone 'UTC', 'HH24:MI') as claim
       from claims where appointment_id = $1`,
      [id],
    );
    return rows.map(({ claim }) => claim);
  }

  it('cover its time with the buffers of its service', async () => {
    expect(await claimsOf(await book())).toEqual([`${providerId}: 09:55–10:40`]);
  });

  it('follow it to another time, provider and service', async () => {
    const id = await book();
    await change(id, { date: MONDAY, start: '14:00' });
    expect(await claimsOf(id)).toEqual([`${providerId}: 13:55–14:40`]);
    const other = await aProvider(service.admin);
    await change(id, { providerId: other });
    expect(await claimsOf(id)).toEqual([`${other}: 13:55–14:40`]);
    await change(id, { serviceId: await aService(service.admin, { durationMin: 60 }) });
    expect(await claimsOf(id)).toEqual([`${other}: 14:00–15:00`]);
  });

  it.each(['cancelled', 'no-show'])(
    'end when it is %s, and begin again when it is confirmed',
    async (status) => {
      const id = await book();
      await change(id, { status });
      expect(await claimsOf(id)).toEqual([]);
      await change(id, { status: 'confirmed' });
      expect(await claimsOf(id)).toEqual([`${providerId}: 09:55–10:40`]);
    },
  );

  it('stay as they are when it is completed, or its notes change', async () => {
    const id = await book();
    const rows = () => service.query('select xmin, * from claims where appointment_id = $1', [id]);
    const before = await rows();
    await change(id, { status: 'completed', notes: 'Paid in cash' });
    expect(await rows()).toEqual(before);
  });

  it('do not exist while a cancelled appointment is moved', async () => {
    const id = await book();
    await change(id, { status: 'cancelled' });
    await change(id, { start: '15:00' });
    expect(await claimsOf(id)).toEqual([]);
  });

  it('are of its provider, its seats and its resources, all in one session', async () => {
    const { admin } = service;
    const room = (await admin.post('/resources', { name: 'Room', kind: 'room' })).body.data.id as number;
    const yoga = await aService(admin, { capacity: 9, resources: [{ kind: 'room', quantity: 1 }] });
    await anAppointment(admin, providerId, yoga, { seats: 2 });
    await anAppointment(admin, providerId, yoga, { seats: 3 });
    const claims = await service.query(
      `select provider_id as provider, resource_id as resource, seats::text, dense_rank() over (order by session)::int as session
       from claims where provider_id = $1 or resource_id = $2 order by id`,
      [providerId, room],
    );
    expect(claims).toEqual([
      { provider: providerId, resource: null, seats: '{[1,3)}', session: 1 },
      { provider: null, resource: room, seats: null, session: 1 },
      { provider: providerId, resource: null, seats: '{[3,6)}', session: 1 },
      { provider: null, resource: room, seats: null, session: 1 },
    ]);
  });

  it('are deleted with it', async () => {
    const id = await book();
    await service.admin.delete(`/appointments/${id}`);
    expect(await service.query('select from claims where provider_id = $1', [providerId])).toEqual([]);
  });
});
