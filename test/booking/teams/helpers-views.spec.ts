import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

interface Listed {
  readonly id: number;
}

describe('A helper', () => {
  let service: TestService;
  let leader: number;
  let helper: number;
  let stranger: number;
  /** What the helper helps with, in the order of time: at 09:00 and 11:00 on MONDAY. */
  let helped: [number, number];
  /** What the helper gives, at 10:00. */
  let given: number;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    leader = await aProvider(admin);
    helper = await aProvider(admin);
    stranger = await aProvider(admin);
    const pair = await aService(admin, { price: 50, team: [{ providerIds: [helper], count: 1 }] });
    const single = await aService(admin, { name: 'Beard trim' });
    const at = (start: string, providerId: number, serviceId: number) =>
      anAppointment(admin, providerId, serviceId, { start, notes: `Note of ${start}` });
    helped = [(await at('09:00', leader, pair)).id, (await at('11:00', leader, pair)).id];
    given = (await at('10:00', helper, single)).id;
    await at('13:00', leader, single);
    await admin.patch(`/appointments/${helped[1]}`, { status: 'cancelled' });
  });

  afterAll(() => service.stop());

  const idsIn = async (path: string) => {
    const { status, body } = await service.admin.get(path);
    expect(status).toBe(200);
    return { ids: (body.data as Listed[]).map(({ id }) => id), total: body.meta?.total as number };
  };

  it('finds the appointments in the list of its own, in one order and with the exact total', async () => {
    const all = [helped[0], given, helped[1]];
    expect(await idsIn(`/appointments?providerId=${helper}`)).toEqual({ ids: all, total: 3 });
    const paged = await idsIn(`/appointments?providerId=${helper}&sort=start:desc&length=2`);
    expect(paged).toEqual({ ids: [helped[1], given], total: 3 });
    expect(await idsIn(`/appointments?providerId=${stranger}`)).toEqual({ ids: [], total: 0 });
  });

  it.each([
    ['status=confirmed', 2],
    ['status=cancelled', 1],
    ['from=2026-11-01&to=2026-12-20', 3],
    ['from=2026-11-23T10:00:00Z', 2],
    ['to=2026-11-23T10:30:00Z', 2],
    ['from=2026-11-24', 0],
    ['q=Note', 3],
    ['q=Note%20Consultation', 2],
    ['metadata[color]=red', 0],
  ])('finds them with the filter %s, too', async (filter, total) => {
    const found = await idsIn(`/appointments?providerId=${helper}&${filter}`);
    expect([found.ids.length, found.total]).toEqual([total, total]);
  });

  it('finds them in the search, the counts and the summary', async () => {
    expect((await idsIn(`/appointments/search?q=Note&providerId=${helper}`)).total).toBe(3);
    const counts = await service.admin.get(`/appointments/counts?providerId=${helper}`);
    expect(counts.body.data).toMatchObject({ confirmed: 2, cancelled: 1 });
    const summary = await service.admin.get(`/appointments/summary?providerId=${helper}`);
    expect(summary.body.data).toMatchObject({ total: 3, upcoming: 2, next: { id: helped[0] } });
  });

  it('finds them in its month; without a key those that occupy', async () => {
    const path = `/providers/${helper}/appointments?month=2026-11`;
    expect((await idsIn(path)).ids).toEqual([helped[0], given, helped[1]]);
    const { body } = await service.anonymous.get(path);
    expect((body.data as Listed[]).map(({ id }) => id)).toEqual([helped[0], given]);
    expect(body.data[0]).not.toHaveProperty('team');
  });

  it('finds them in its feed', async () => {
    const feed = await service.admin.post(`/providers/${helper}/feed`);
    const path = new URL(feed.body.data.url as string).pathname;
    const text = await (await fetch(`${service.url.replace(/\/api\/v1$/, '')}${path}`)).text();
    expect(text.match(/^SUMMARY:.*$/gm)).toHaveLength(3);
    const changed = await (await fetch(`${service.url.replace(/\/api\/v1$/, '')}${path}`)).text();
    expect(changed).toBe(text);
  });

  it('is not offered or bookable meanwhile', async () => {
    const single = await aService(service.admin);
    const path = `/availability/slots?providerId=${helper}&serviceId=${single}&date=${MONDAY}`;
    const times = (await service.admin.get(path)).body.data.map(({ time }: { time: string }) => time);
    expect(times).not.toContain('09:00');
    expect(times).toContain('11:00');
  });

  it('has the appointment among the conflicts of its time off, and of a closure', async () => {
    const { body } = await service.admin.post(`/providers/${helper}/time-off`, {
      start: `${MONDAY}T08:00Z`,
      end: `${MONDAY}T09:30Z`,
    });
    expect(body.meta.conflicts.map(({ id }: Listed) => id)).toEqual([helped[0]]);
    const closed = await service.admin.post('/closures', {
      start: `${MONDAY}T08:00Z`,
      end: `${MONDAY}T09:30Z`,
    });
    expect(closed.body.meta).toMatchObject({ total: 1, conflicts: [{ id: helped[0] }] });
  });

  it('has help counted among its booked minutes', async () => {
    const date = '2026-11-24';
    const [ana, ben] = [await aProvider(service.admin), await aProvider(service.admin)];
    const pair = await aService(service.admin, { team: [{ providerIds: [ana], count: 1 }] });
    await anAppointment(service.admin, leader, pair, { date });
    const either = await aService(service.admin, { providerIds: [ana, ben] });
    const path = `/availability/slots?serviceId=${either}&anyProvider=true&date=${date}`;
    const [first] = (await service.admin.get(path)).body.data as { providerIds: number[] }[];
    expect(first?.providerIds).toEqual([ben, ana]);
    const search = { items: [{ serviceId: either }], from: date, to: date, limit: 1 };
    const found = await service.admin.post('/availability/search', search);
    expect(found.body.data[0].items[0].providerId).toBe(ben);
  });
});
