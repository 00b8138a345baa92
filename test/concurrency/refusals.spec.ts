import { SlotSearch } from '../../src/booking/availability/search/slot-search';
import { VisitFinder } from '../../src/booking/availability/visits/visit-finder';
import type { Answer } from '../support/api-client';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf } from '../support/waiting';

const MORNING = { start: `${MONDAY}T09:00:00Z`, end: `${MONDAY}T12:00:00Z` };
const tokenIn = ({ manageUrl }: { readonly manageUrl?: unknown }) =>
  String(manageUrl).split('/m/').at(-1) ?? '';

describe('While alternatives are searched', () => {
  let service: TestService;
  let ana: number;
  let cut: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    ana = await aProvider(service.admin);
    cut = await aService(service.admin, { providerIds: [ana] });
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(() => service.stop());

  const offered = async () => {
    const entry = await anEntryOf(service, cut, { providerId: ana });
    await service.admin.post(`/providers/${ana}/time-off`, MORNING);
    return entry as typeof entry & { readonly manageUrl: string };
  };
  /** What is refused, by the way in which it is asked for. */
  const REFUSED: Readonly<Record<string, () => Promise<() => Promise<Answer>>>> = {
    'an offer that is accepted by its entry': async () => {
      const { id } = await offered();
      return () => service.admin.post(`/waitlist/${id}/accept`);
    },
    'an offer that is accepted by its link': async () => {
      const token = tokenIn(await offered());
      return () => service.anonymous.post(`/manage/${token}/accept`);
    },
    'an appointment that is moved by its link': async () => {
      const appointment = await anAppointment(service.admin, ana, cut, { start: '14:00' });
      await service.admin.post(`/providers/${ana}/time-off`, MORNING);
      const move = { date: MONDAY, start: '10:00' };
      return () => service.anonymous.post(`/manage/${tokenIn(appointment as object)}/move`, move);
    },
    'a visit that is moved by its link': async () => {
      const items = [{ serviceId: cut, providerId: ana }];
      const visit = { name: 'Mia', email: 'mia@example.com', date: MONDAY, start: '14:00', items };
      const { body } = await service.admin.post('/visits', visit);
      await service.admin.post(`/providers/${ana}/time-off`, MORNING);
      const move = { date: MONDAY, start: '10:00' };
      return () => service.anonymous.post(`/manage/${tokenIn(body.data as object)}/move`, move);
    },
  };

  it.each(Object.keys(REFUSED))('others can book the provider of %s', async (which) => {
    const ask = await REFUSED[which]?.();
    let booked: Answer | undefined;
    for (const search of [service.app.get(SlotSearch), service.app.get(VisitFinder)]) {
      const findAfter = search.findAfter.bind(search) as (...request: unknown[]) => Promise<never>;
      jest.spyOn(search, 'findAfter').mockImplementation(async (...request: unknown[]) => {
        booked = await service.admin.post('/appointments', aBooking(ana, cut, { start: '16:00' }));
        return findAfter(...request);
      });
    }
    const refused = await ask?.();
    expect([refused?.status, refused?.body.error.details.reason]).toEqual([422, 'time_off']);
    expect(booked?.status).toBe(201);
  });
});
