import type { Answer } from '../../support/api-client';
import { anAppointment, aProvider, aService } from '../../support/builders';
import { eventsOf } from '../../support/events';
import { startTestService, type TestService } from '../../support/test-service';

const MONDAY = '2026-11-23';
const [ARRIVED, STARTED] = ['2026-11-23T08:55:30Z', '2026-11-23T09:02:10Z'];

describe('An arrival', () => {
  let service: TestService;
  let provider: number;
  let serviceId: number;

  const change = (id: number, members: object): Promise<Answer> =>
    service.admin.patch(`/appointments/${id}`, members);
  const book = async (start: string) =>
    (await anAppointment(service.admin, provider, serviceId, { start, date: MONDAY })).id;
  const idsWith = async (filter: string) =>
    ((await service.admin.get(`/appointments?${filter}`)).body.data as { id: number }[]).map(({ id }) => id);

  beforeAll(async () => {
    service = await startTestService();
    provider = await aProvider(service.admin, { timezone: 'Europe/Berlin' });
    serviceId = await aService(service.admin);
  });

  beforeEach(() => {
    service.clock.set('2026-11-20T08:00:00Z');
  });

  afterAll(() => service.stop());

  it('is kept to the second, on the clock of the provider, and null takes it away', async () => {
    const id = await book('10:00');
    service.clock.set('2026-11-23T09:02:10Z');
    const arrived = await change(id, { arrivedAt: '2026-11-23T08:55:30.750Z', startedAt: STARTED });
    const shown = { arrivedAt: '2026-11-23T09:55:30+01:00', startedAt: '2026-11-23T10:02:10+01:00' };
    expect([arrived.status, arrived.body.data]).toEqual([200, expect.objectContaining(shown)]);
    expect((await change(id, arrived.body.data as object)).body.data).toEqual(arrived.body.data);
    expect((await change(id, { arrived_at: null })).body.data).toMatchObject({ ...shown, arrivedAt: null });
  });

  it('stays when something else changes, and changes nothing else', async () => {
    const id = await book('11:00');
    service.clock.set(STARTED);
    const { body: before } = await service.admin.get(`/appointments/${id}`);
    const { body: after } = await change(id, { arrivedAt: ARRIVED });
    const { arrivedAt, updatedAt } = after.data as Record<string, unknown>;
    expect(after.data).toEqual({ ...before.data, arrivedAt, updatedAt });
    const noted = await change(id, { notes: 'Waits outside', start: '12:00' });
    expect(noted.body.data).toMatchObject({ arrivedAt, start: '2026-11-23T12:00:00+01:00' });
  });

  it.each([
    [{ arrivedAt: '2026-11-20T08:00:01Z' }, ['arrivedAt']],
    [{ arrivedAt: '2030-01-01T00:00:00Z', startedAt: '2030-01-01T00:00:00Z' }, ['arrivedAt', 'startedAt']],
    [{ arrivedAt: '2026-11-20T07:00' }, ['arrivedAt']],
    [{ startedAt: 'now' }, ['startedAt']],
    [{ startedAt: 5 }, ['startedAt']],
    [{ arrivedAt: '1969-12-31T23:59:59Z' }, ['arrivedAt']],
  ])('of %j is refused, and changes nothing', async (members, fields) => {
    const id = await book('13:00');
    const { status, body } = await change(id, { ...members, notes: 'Is here' });
    expect([status, Object.keys(body.error.details as object)]).toEqual([422, fields]);
    expect((await service.admin.get(`/appointments/${id}`)).body.data).toMatchObject({
      ...{ arrivedAt: null, startedAt: null, notes: null },
    });
    await service.admin.delete(`/appointments/${id}`);
  });

  it('is an event of its own, and no message to the customer', async () => {
    const id = await book('14:00');
    service.clock.set(STARTED);
    const events = await eventsOf(service, () => change(id, { arrivedAt: ARRIVED }));
    expect(events).toMatchObject([
      { type: 'appointment.arrived', resourceId: id, previous: { arrivedAt: null } },
    ]);
    const corrected = await eventsOf(service, () => change(id, { arrivedAt: STARTED }));
    expect(corrected.map(({ type }) => type)).toEqual(['appointment.changed']);
    const { body } = await service.admin.get(`/appointments/${id}/notifications`);
    expect((body.data as { event: string }[]).map(({ event }) => event)).toEqual(['confirmation']);
  });

  it('is a filter of lists', async () => {
    const [here, away] = [await book('15:00'), await book('16:00')];
    service.clock.set(STARTED);
    await change(here, { arrivedAt: ARRIVED });
    const [from, to] = ['2026-11-23T15:00', '2026-11-23T17:00'];
    const range = `from=${from}&to=${to}&providerId=${provider}`;
    expect(await idsWith(`arrived=true&${range}`)).toEqual([]);
    const inBerlin = `from=2026-11-23T14:00:00Z&to=2026-11-23T16:00:00Z`;
    expect(await idsWith(`arrived=true&${inBerlin}`)).toEqual([here]);
    expect(await idsWith(`arrived=false&${inBerlin}`)).toEqual([away]);
    expect(await idsWith(inBerlin)).toEqual([here, away]);
    expect(await idsWith('arrived=true')).toContain(here);
    expect((await service.admin.get('/appointments?arrived=maybe')).status).toBe(422);
  });
});
