import type { Answer } from '../support/api-client';
import { aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

interface Slot {
  readonly start: string;
  readonly end: string;
  readonly providerId: number;
  readonly providerIds: readonly number[];
}

/** The API client of a booking page: it uses only what the API documents, and counts its calls. */
class BookingPageBot {
  calls = 0;

  constructor(private readonly service: TestService) {}

  async get(path: string): Promise<Answer> {
    return this.counted(await this.service.admin.get(path));
  }

  async post(path: string, body: object): Promise<Answer> {
    return this.counted(await this.service.admin.post(path, body));
  }

  async patch(path: string, body: object): Promise<Answer> {
    return this.counted(await this.service.admin.patch(path, body));
  }

  private counted(answer: Answer): Answer {
    this.calls++;
    const { error, meta } = answer.body;
    if (error !== undefined || meta?.ignored !== undefined) throw new Error(JSON.stringify(answer.body));
    return answer;
  }
}

describe('A booking page', () => {
  let service: TestService;
  let bot: BookingPageBot;
  let haircut: number;
  const team: number[] = [];

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
    const { admin } = service;
    for (let count = 1; count <= 20; count++) team.push(await aProvider(admin));
    haircut = await aService(admin, { name: 'Haircut', providerIds: team });
    // Another service and its only provider, which the answers for the haircut must not contain.
    await aService(admin, { name: 'Massage', providerIds: [await aProvider(admin)] });
    await admin.post('/locations', { name: 'Main street' });
    bot = new BookingPageBot(service);
  });

  afterAll(() => service.stop());

  it('shows a month of slots over 20 providers in 4 calls, and books, moves, cancels and lists in one call each', async () => {
    const services = (await bot.get('/services?active=true')).body.data as { id: number; name: string }[];
    const wanted = services.find(({ name }) => name === 'Haircut')?.id;
    expect(wanted).toBe(haircut);
    const locations = (await bot.get('/locations')).body.data as { id: number }[];
    const providers = (await bot.get(`/providers?serviceId=${wanted}&length=100&sort=id`)).body.data as {
      id: number;
    }[];
    expect(providers.map(({ id }) => id)).toEqual(team);
    const month = `/availability/calendar?serviceId=${wanted}&anyProvider=true&month=2026-12`;
    const { days } = (await bot.get(month)).body.data as { days: { date: string; slots: Slot[] }[] };
    expect(bot.calls).toBe(4);

    expect(days).toHaveLength(31);
    const slots = days.flatMap((day) => day.slots);
    // 23 working days of 16 half hours.
    expect(slots).toHaveLength(23 * 16);
    expect(slots.every(({ providerIds }) => providerIds.length === team.length)).toBe(true);

    const [first, second] = slots as [Slot, Slot];
    const booked = await bot.post('/appointments', {
      name: 'Mia Keller',
      email: 'mia@example.com',
      providerId: first.providerId,
      serviceId: wanted,
      locationId: locations[0]?.id,
      start: first.start,
    });
    expect(booked.body.data).toMatchObject({ start: first.start, end: first.end, status: 'confirmed' });
    const { id, customerId } = booked.body.data as { id: number; customerId: number };

    const moved = await bot.patch(`/appointments/${id}`, { start: second.start });
    expect(moved.body.data).toMatchObject({ id, start: second.start, end: second.end });

    const day = `/appointments?from=2026-12-01&to=2026-12-01&include=customer,service,provider,location`;
    const [listed] = (await bot.get(day)).body.data as object[];
    expect(listed).toMatchObject({
      id,
      customer: { firstName: 'Mia', email: 'mia@example.com' },
      service: { name: 'Haircut' },
      provider: { id: first.providerId },
      location: { name: 'Main street' },
    });

    const cancelled = await bot.patch(`/appointments/${id}/status`, { status: 'cancelled' });
    expect(cancelled.body.data).toMatchObject({ id, status: 'cancelled' });

    const history = await bot.get(`/customers/${customerId}/appointments/history?include=service`);
    expect(history.body.data).toMatchObject([{ id, status: 'cancelled', service: { name: 'Haircut' } }]);
    expect(bot.calls).toBe(4 + 5);

    const again = (await bot.get(month)).body.data as { days: { slots: Slot[] }[] };
    expect(again.days.flatMap((each) => each.slots)).toEqual(slots);
  });
});
