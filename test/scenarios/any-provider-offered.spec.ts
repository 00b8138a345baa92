import fc from 'fast-check';
import { aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { runs } from '../support/worlds/runs';
import { BookedDay, someBooked } from './support/booked-day';

jest.setTimeout(300_000);

const CUSTOMER = { name: 'Mia Keller', email: 'mia@example.com' };

interface Offered {
  readonly start: string;
  readonly date: string;
  readonly time: string;
  readonly providerId: number;
  readonly providerIds: readonly number[];
}

/** What is booked before, by numbers of providers, and the service that is wanted. */
const aDay = fc.record({
  booked: someBooked(3, 12),
  service: fc.nat({ max: 4 }),
  seats: fc.constantFrom(1, 1, 2),
});

describe('On random days,', () => {
  let service: TestService;
  let providers: number[];
  let services: number[];
  let day: BookedDay;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    providers = [
      await aProvider(admin),
      await aProvider(admin, { maxPerDay: 2 }),
      await aProvider(admin, { timezone: 'Europe/Berlin' }),
      await aProvider(admin, { timezone: 'Asia/Kolkata' }),
    ];
    await admin.post('/resources', { name: 'Room 1', kind: 'room' });
    services = [
      await aService(admin, { durationMin: 55 }),
      await aService(admin, { durationMin: 40, bufferBeforeMin: 5, bufferAfterMin: 10 }),
      await aService(admin, { durationMin: 60, resources: [{ kind: 'room', quantity: 1 }] }),
      await aService(admin, { durationMin: 60, capacity: 3, slotIntervalMin: 45 }),
      await aService(admin, { durationMin: 30, slotIntervalMin: 60, maxPerDay: 1 }),
    ];
    day = await BookedDay.of(service, providers, '05:00');
  });

  afterAll(() => service.stop());

  const law = (act: (slot: Offered, wanted: object) => Promise<void>) =>
    fc.asyncProperty(aDay, async ({ booked, service: number, seats: some }) => {
      const seats = number === 3 ? some : 1;
      await day.write(booked);
      const what = { serviceId: services[number], seats, anyProvider: true };
      const query = `serviceId=${services[number]}&seats=${seats}&anyProvider=true&date=${MONDAY}`;
      const { body } = await service.admin.get(`/availability/slots?${query}`);
      for (const slot of body.data as Offered[]) await act(slot, what);
    });

  it('POST /appointments books every slot of any provider, and of its providers takes the first', async () => {
    const booking = law(async ({ start, providerId, providerIds }, what) => {
      expect(providerId).toBe(providerIds[0]);
      const wanted = { ...what, start };
      const checked = await service.admin.post('/availability/check', wanted);
      expect(checked.body.data.available).toBe(true);
      const booked = await expectBooked(wanted);
      // Another provider can have it, too, if it is off the grid of that one.
      expect(providerIds.filter((id) => id === booked)).toEqual(booked === providerId ? [providerId] : []);
      expect(await expectBooked({ ...wanted, providerIds })).toBe(providerId);
    });
    await fc.assert(booking, runs(4, 1));
  });

  it('each provider of a slot can be chosen by name', async () => {
    const naming = law(async ({ start, providerIds }, what) => {
      for (const providerId of providerIds)
        expect(await expectBooked({ ...what, start, providerIds: [providerId] })).toBe(providerId);
    });
    await fc.assert(naming, runs(2, 1));
  });

  it('POST /appointments and POST /holds take the date and the time of every slot of any provider', async () => {
    const byClock = law(async ({ date, time }, what) => {
      const held = await service.admin.post('/holds', { ...what, date, start: time });
      expect(held.status).toBe(201);
      await service.admin.delete(`/holds/${String(held.body.data.id)}`);
      await expectBooked({ ...what, date, start: time });
    });
    await fc.assert(byClock, runs(2, 1));
  });

  /** Books and removes the appointment. @returns its provider */
  async function expectBooked(wanted: object): Promise<unknown> {
    const { status, body } = await service.admin.post('/appointments', { ...CUSTOMER, ...wanted });
    expect(status).toBe(201);
    await service.query('delete from appointments where id = $1', [body.data.id]);
    return body.data.providerId;
  }
});
