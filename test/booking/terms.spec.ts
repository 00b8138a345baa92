import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf, makeOffers, statusesNow } from '../support/waiting';

const GUEST = { name: 'Mia Keller', email: 'mia@example.com' };

interface Slot {
  readonly time: string;
  readonly start: string;
  readonly end: string;
  readonly price: number | null;
  readonly providerId: number;
  readonly providerIds?: readonly number[];
}

describe('A service with terms', () => {
  let service: TestService;
  let ana: number;
  /** Takes 45 minutes and 52, and keeps 15 minutes free afterwards. */
  let ben: number;
  let cut: number;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    ana = await aProvider(admin, { schedule: [{ day: 'monday', start: '09:00', end: '12:00' }] });
    ben = await aProvider(admin, { schedule: [{ day: 'monday', start: '09:00', end: '12:00' }] });
    cut = await aService(admin, {
      price: 40,
      durationMin: 30,
      terms: [{ providerId: ben, durationMin: 45, price: 52, bufferAfterMin: 15 }],
      durationOptions: [
        { durationMin: 60, price: 70 },
        { durationMin: 90, price: null },
      ],
    });
  });

  afterEach(() => service.query('truncate appointments, holds, waitlist_entries cascade'));

  afterAll(() => service.stop());

  const get = async (path: string) => (await service.admin.get(path)).body.data;
  const slots = async (query: string) =>
    (await get(`/availability/slots?serviceId=${cut}&date=${MONDAY}&${query}`)) as Slot[];
  /** The slots as the time of the start, that of the end, and the price. */
  const shown = async (query: string) =>
    (await slots(query)).map(({ time, end, price }) => `${time}-${end.slice(11, 16)} ${price}`);
  const book = (providerId: number, members: object = {}) =>
    service.admin.post('/appointments', aBooking(providerId, cut, members));
  const lengthOf = ({ start, end }: { start: string; end: string }) =>
    (Date.parse(end) - Date.parse(start)) / 60_000;

  it('is offered with the duration, the price and the buffers in force, on the grid of that duration', async () => {
    expect(await shown(`providerId=${ana}`)).toEqual([
      ...['09:00-09:30 40', '09:30-10:00 40', '10:00-10:30 40'],
      ...['10:30-11:00 40', '11:00-11:30 40', '11:30-12:00 40'],
    ]);
    expect(await shown(`providerId=${ben}`)).toEqual([
      ...['09:00-09:45 52', '09:45-10:30 52', '10:30-11:15 52', '11:15-12:00 52'],
    ]);
    expect(await shown(`providerId=${ana}&durationMin=60`)).toEqual([
      ...['09:00-10:00 70', '10:00-11:00 70', '11:00-12:00 70'],
    ]);
    expect(await shown(`providerId=${ben}&durationMin=90`)).toEqual(['09:00-10:30 null', '10:30-12:00 null']);
    expect(await shown(`providerId=${ben}&durationMin=30`)).toHaveLength(6);
    expect((await slots(`providerId=${ben}&durationMin=30`))[0]).toMatchObject({ price: 40 });
  });

  it('names the duration in force in the meta of its slots', async () => {
    const durationOf = async (query: string) => {
      const { body } = await service.admin.get(
        `/availability/slots?serviceId=${cut}&date=${MONDAY}&${query}`,
      );
      return body.meta.durationMin as number;
    };
    expect(await durationOf(`providerId=${ana}`)).toBe(30);
    expect(await durationOf(`providerId=${ben}`)).toBe(45);
    expect(await durationOf(`providerId=${ben}&durationMin=60`)).toBe(60);
    expect(await durationOf('anyProvider=true')).toBe(30);
  });

  it('with any provider, a slot has the end and the price of its first provider', async () => {
    await anAppointment(service.admin, ana, cut, { start: '11:30' });
    const [first] = await slots('anyProvider=true');
    expect(first).toMatchObject({
      providerId: ben,
      providerIds: [ben, ana],
      end: `${MONDAY}T09:45:00Z`,
      price: 52,
    });
    const next = (await get(`/availability/next-available?serviceId=${cut}`)) as Slot;
    expect(next).toMatchObject({ providerId: ben, price: 52 });
    const month = await get(
      `/availability/calendar?serviceId=${cut}&from=${MONDAY}&to=${MONDAY}&anyProvider=true`,
    );
    expect(month.days[0].slots[0]).toEqual(first);
  });

  it('is booked with the duration, the price and the buffers in force', async () => {
    const { body } = await book(ben, { start: '09:00' });
    expect([lengthOf(body.data), body.data.price]).toEqual([45, 52]);
    expect(await shown(`providerId=${ben}`)).toEqual(['10:30-11:15 52', '11:15-12:00 52']);
    const { body: refused } = await book(ben, { start: '09:45' });
    expect(refused.error.details.reason).toBe('slot_taken');
    expect((await book(ben, { start: '10:00' })).status).toBe(201);
  });

  it('is booked with a chosen duration at its price, with each provider, and the buffers of the provider', async () => {
    const { body } = await book(ben, { start: '09:00', durationMin: 60 });
    expect([lengthOf(body.data), body.data.price]).toEqual([60, 70]);
    expect((await book(ben, { start: '10:00', durationMin: 60 })).body.error.details.reason).toBe(
      'slot_taken',
    );
    const own = await book(ben, { start: '10:15', durationMin: 30 });
    expect([lengthOf(own.body.data), own.body.data.price]).toEqual([30, 40]);
    expect((await book(ana, { durationMin: 90, price: 5 })).body.data.price).toBe(5);
  });

  it('has the price of the option where that has the duration of the service', async () => {
    const priced = await aService(service.admin, {
      ...{ durationMin: 30, price: 40 },
      durationOptions: [{ durationMin: 30, price: 35 }],
    });
    const booked = async (start: string, members: object) =>
      (await anAppointment(service.admin, ana, priced, { start, ...members })) as { price?: number };
    expect((await booked('09:00', { durationMin: 30 })).price).toBe(35);
    expect((await booked('09:30', {})).price).toBe(40);
  });

  it('lists other slots of the chosen duration when a time is refused', async () => {
    await book(ana, { start: '09:00' });
    const { body } = await book(ana, { start: '09:00', durationMin: 60 });
    const alternatives = body.error.details.alternatives as Slot[];
    expect(alternatives.map(({ time, price }) => `${time} ${price}`).slice(0, 2)).toEqual([
      '10:00 70',
      '11:00 70',
    ]);
    const check = { providerId: ana, serviceId: cut, date: MONDAY, start: '09:00', durationMin: 60 };
    const checked = await service.admin.post('/availability/check', check);
    expect(checked.body.data.alternatives).toEqual(alternatives);
  });

  it('takes no other duration, wherever one can be chosen', async () => {
    const fault = { durationMin: 'must be a duration of the service: 30, 60, 90' };
    const time = { providerId: ben, serviceId: cut, date: MONDAY, start: '09:00', durationMin: 45 };
    const visit = { items: [{ serviceId: cut, durationMin: 45 }] };
    const answers = [
      await service.admin.get(
        `/availability/slots?serviceId=${cut}&providerId=${ben}&date=${MONDAY}&durationMin=45`,
      ),
      await service.admin.get(`/availability/summary?serviceId=${cut}&providerId=${ben}&durationMin=45`),
      await service.admin.get(`/availability/calendar?serviceId=${cut}&anyProvider=true&durationMin=45`),
      await service.admin.get(`/availability/next-available?serviceId=${cut}&durationMin=45`),
      await service.admin.post('/availability/check', time),
      await service.admin.post('/appointments', { ...GUEST, ...time }),
      await service.admin.post('/holds', time),
      await service.admin.post('/series', { ...GUEST, ...time, rrule: 'FREQ=WEEKLY;COUNT=2' }),
      await service.admin.post('/waitlist', {
        ...GUEST,
        serviceId: cut,
        from: MONDAY,
        to: MONDAY,
        durationMin: 45,
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422));
    expect(answers.map(({ body }) => body.error.details as object)).toEqual(answers.map(() => fault));
    const visits = [
      await service.admin.post('/availability/search', { ...visit, from: MONDAY }),
      await service.admin.post('/visits', { ...GUEST, ...visit, date: MONDAY, start: '09:00' }),
    ];
    expect(visits.map(({ body }) => body.error.details as object)).toEqual(
      visits.map(() => ({ 'items[0].durationMin': fault.durationMin })),
    );
  });

  it('takes an end beside the duration only where they agree', async () => {
    const time = { start: '09:00', durationMin: 60 };
    for (const end of ['09:30', '10:30'])
      expect((await book(ana, { ...time, end })).body.error.details).toEqual({
        end: 'must be durationMin after the start; leave one of them out',
      });
    expect((await book(ana, { ...time, end: '10:00' })).status).toBe(201);
  });

  it('is held with the chosen duration, whose price the booking keeps', async () => {
    const hold = async (members: object) => {
      const answer = await service.admin.post('/holds', { serviceId: cut, date: MONDAY, ...members });
      return answer.body.data as { id: string; start: string; end: string; durationMin: number | null };
    };
    const [chosen, inForce] = [
      await hold({ providerId: ana, start: '09:00', durationMin: 60 }),
      await hold({ providerId: ben, start: '09:00' }),
    ];
    expect([chosen, inForce].map((each) => [each.durationMin, lengthOf(each)])).toEqual([
      [60, 60],
      [null, 45],
    ]);
    const options = [{ durationMin: 60, price: 99 }];
    const before = (await get(`/services/${cut}`)) as object;
    await service.admin.patch(`/services/${cut}`, { durationOptions: options });
    const accept = (holdId: string, members: object = {}) =>
      service.admin.post('/appointments', { ...GUEST, holdId, ...members });
    expect((await accept(chosen.id, { durationMin: 90 })).body.error.details).toEqual({
      durationMin: 'is not what is held',
    });
    expect((await accept(chosen.id, { durationMin: 60 })).body.data.price).toBe(70);
    expect((await accept(inForce.id)).body.data.price).toBe(52);
    await service.admin.put(`/services/${cut}`, before);
  });

  it('makes a series of appointments of the chosen duration', async () => {
    const series = { ...GUEST, serviceId: cut, date: MONDAY, start: '09:00', rrule: 'FREQ=WEEKLY;COUNT=2' };
    const booked = async (members: object) => {
      const { body } = await service.admin.post('/series', { ...series, ...members });
      return (body.data.appointments as Slot[]).map((each) => [lengthOf(each), each.price]);
    };
    expect(await booked({ providerId: ana, durationMin: 60 })).toEqual([
      [60, 70],
      [60, 70],
    ]);
    expect(await booked({ providerId: ben })).toEqual([
      [45, 52],
      [45, 52],
    ]);
  });

  it('is waited for with a duration, and offered with it', async () => {
    const entry = await anEntryOf(service, cut, { providerId: ana, durationMin: 90 });
    expect(entry).toMatchObject({ durationMin: 90, status: 'offered' });
    const { body } = await service.admin.post(`/waitlist/${entry.id}/accept`);
    expect([lengthOf(body.data), body.data.price]).toEqual([90, null]);
    const other = await anEntryOf(service, cut, { providerId: ben });
    expect(other).toMatchObject({ durationMin: null, status: 'offered' });
    expect(lengthOf(other.offer as unknown as Slot)).toBe(45);
  });

  it('is not offered to an entry whose duration the service has no more', async () => {
    const before = (await get(`/services/${cut}`)) as object;
    const all = await book(ana, { start: '09:00', end: '12:00' });
    const entry = await anEntryOf(service, cut, { providerId: ana, durationMin: 90 });
    await service.admin.patch(`/services/${cut}`, { durationOptions: [] });
    await service.admin.delete(`/appointments/${all.body.data.id}`);
    await makeOffers(service);
    expect(await statusesNow(service, [entry])).toEqual(['waiting']);
    await service.admin.put(`/services/${cut}`, before);
    await makeOffers(service);
    expect(await statusesNow(service, [entry])).toEqual(['offered']);
  });

  it('is a part of visits with the duration in force or the chosen one', async () => {
    const search = async (items: readonly object[]) => {
      const { body } = await service.admin.post('/availability/search', {
        items,
        from: MONDAY,
        to: MONDAY,
        limit: 1,
      });
      return (body.data[0].items as Slot[]).map(
        ({ time, end, price }) => `${time}-${end.slice(11, 16)} ${price}`,
      );
    };
    const items = [
      { serviceId: cut, providerId: ben },
      { serviceId: cut, providerId: ana, durationMin: 60 },
    ];
    expect(await search(items)).toEqual(['09:00-09:45 52', '09:45-10:45 70']);
    const { body } = await service.admin.post('/visits', { ...GUEST, items, date: MONDAY, start: '09:00' });
    const booked = body.data.appointments as Slot[];
    expect(booked.map((each) => [lengthOf(each), each.price])).toEqual([
      [45, 52],
      [60, 70],
    ]);
  });

  it('keeps the booked duration and price when the provider changes, and takes the buffers of the new one', async () => {
    const { id } = await anAppointment(service.admin, ana, cut, { start: '09:00' });
    const { body } = await service.admin.patch(`/appointments/${id}`, { providerId: ben });
    expect([lengthOf(body.data), body.data.price]).toEqual([30, 40]);
    expect((await book(ben, { start: '09:30' })).body.error.details.reason).toBe('slot_taken');
    expect((await book(ben, { start: '09:45' })).status).toBe(201);
  });

  it('brings the duration and the price in force when an appointment gets it in the place of another service', async () => {
    const other = await aService(service.admin, { durationMin: 20, price: 1 });
    const { id } = await anAppointment(service.admin, ben, other, { start: '09:00' });
    const { body } = await service.admin.patch(`/appointments/${id}`, { serviceId: cut });
    expect([lengthOf(body.data), body.data.price]).toEqual([45, 52]);
  });

  it('has long durations taken into account up to a day', async () => {
    const long = await aService(service.admin, {
      durationMin: 30,
      terms: [{ providerId: ana, bufferBeforeMin: 1_440, bufferAfterMin: 1_440 }],
    });
    await book(ana, { date: '2026-11-30', start: '09:00' });
    const reasonAt = async (date: string, start: string) => {
      const time = { providerId: ana, serviceId: long, date, start, ignoreSchedule: true };
      return (await service.admin.post('/availability/check', time)).body.data.reason as unknown;
    };
    expect(await reasonAt('2026-11-29', '11:00')).toBe('slot_taken');
    expect(await reasonAt('2026-12-01', '09:00')).toBe('slot_taken');
    expect(await reasonAt('2026-12-01', '11:00')).toBeNull();
  });
});
