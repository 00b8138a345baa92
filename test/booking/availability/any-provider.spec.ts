import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

interface Slot {
  readonly time: string;
  readonly providerId: number;
  readonly providerIds: readonly number[];
}

describe('The slots of any provider', () => {
  let service: TestService;
  let haircut: number;
  let colouring: number;
  let course: number;
  let ana: number;
  let ben: number;
  let cleo: number;

  beforeEach(async () => {
    service = await startTestService();
    const { admin } = service;
    haircut = await aService(admin, { durationMin: 60 });
    colouring = await aService(admin, { durationMin: 30, bufferBeforeMin: 60, bufferAfterMin: 60 });
    course = await aService(admin, { durationMin: 60, capacity: 5 });
    [ana, ben, cleo] = [await aProvider(admin), await aProvider(admin), await aProvider(admin)];
  });

  afterEach(() => service.stop());

  const orders = async (date: string, time: string) => {
    const query = `serviceId=${haircut}&anyProvider=true`;
    const slots = await service.admin.get(`/availability/slots?${query}&date=${date}`);
    const calendar = await service.admin.get(`/availability/calendar?${query}&from=${date}&to=${date}`);
    const next = await service.admin.get(
      `/availability/next-available?serviceId=${haircut}&from=${date}T${time}`,
    );
    const at = (list: Slot[]) => list.find((slot) => slot.time === time);
    const found = [
      at(slots.body.data as Slot[]),
      at((calendar.body.data as { days: { slots: Slot[] }[] }).days[0]?.slots ?? []),
      next.body.data as Slot,
    ];
    for (const slot of found) expect(slot?.providerId).toBe(slot?.providerIds[0]);
    expect(found.map((slot) => slot?.providerIds)).toEqual(Array(3).fill(found[0]?.providerIds));
    return found[0]?.providerIds;
  };
  const book = (provider: number, serviceId: number, members: object) =>
    anAppointment(service.admin, provider, serviceId, members);

  it('name those with the lowest ids first while no provider has an appointment', async () => {
    expect(await orders(MONDAY, '16:00')).toEqual([ana, ben, cleo]);
  });

  it('name those with the fewest booked minutes on the date first, then the lowest ids', async () => {
    await book(ana, haircut, { start: '09:00' });
    await book(cleo, colouring, { start: '11:00' });
    expect(await orders(MONDAY, '16:00')).toEqual([ben, cleo, ana]);
    expect(await orders('2026-11-24', '16:00')).toEqual([ana, ben, cleo]);
    await book(ben, haircut, { start: '09:00' });
    expect(await orders(MONDAY, '16:00')).toEqual([cleo, ana, ben]);
  });

  it('count a session once, and neither holds, nor buffers, nor what was cancelled', async () => {
    for (let seat = 0; seat < 3; seat++) await book(ana, course, { start: '09:00' });
    const cancelled = await book(ben, haircut, { start: '09:00' });
    await service.admin.patch(`/appointments/${cancelled.id}/status`, { status: 'cancelled' });
    const held = { providerId: ben, serviceId: haircut, date: MONDAY, start: '10:00' };
    await service.admin.post('/holds', held);
    await book(cleo, haircut, { start: '09:00', end: '10:01' });
    expect(await orders(MONDAY, '16:00')).toEqual([ben, ana, cleo]);
  });

  it('count the minutes of the date on the clock of each provider', async () => {
    await service.admin.patch(`/providers/${ana}`, { timezone: 'Asia/Tokyo' });
    const tokyoNight = { start: '2026-11-23T15:30:00Z', ignoreSchedule: true };
    await book(ana, haircut, tokyoNight);
    const query = `serviceId=${haircut}&anyProvider=true&date=2026-11-24`;
    const { body } = await service.admin.get(`/availability/slots?${query}`);
    const shared = (body.data as { providerIds: number[] }[]).filter(({ providerIds }) =>
      providerIds.includes(ana),
    );
    expect(shared.every(({ providerIds }) => providerIds.at(-1) === ana)).toBe(true);
  });

  it('are chosen among as visits choose', async () => {
    await book(ana, haircut, { start: '09:00' });
    const search = { items: [{ serviceId: haircut }], from: MONDAY, timeFrom: '16:00', limit: 1 };
    const { body } = await service.admin.post('/availability/search', search);
    expect((body.data as { items: { providerId: number }[] }[])[0]?.items[0]?.providerId).toBe(ben);
    expect((await orders(MONDAY, '16:00'))?.[0]).toBe(ben);
  });
});
