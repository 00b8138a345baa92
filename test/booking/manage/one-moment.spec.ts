import { ManagedThings } from '../../../src/booking/manage/managed-things';
import { Database } from '../../../src/platform/database/database';
import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntryOf, makeOffers } from '../../support/waiting';
import { tokenIn } from './support/links';

interface Booked {
  readonly id: number;
  readonly manageUrl: string;
}

describe('An action by a link', () => {
  let service: TestService;
  let provider: number;
  let cut: number;

  beforeAll(async () => {
    service = await startTestService();
    provider = await aProvider(service.admin);
    cut = await aService(service.admin, { questions: [{ key: 'size', label: 'Size?', type: 'text' }] });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => service.stop());

  const changes = async () =>
    (await service.query<{ count: number }>('select count(*)::int from audit_entries'))[0]?.count;
  const booked = async (start: string) =>
    tokenIn(
      (await service.admin.post('/appointments', aBooking(provider, cut, { start }))).body.data.manageUrl,
    );
  const anOffer = async () => {
    const { id } = await anEntryOf(service, cut, { providerId: provider });
    await makeOffers(service);
    return { id, token: tokenIn((await service.admin.get(`/waitlist/${id}`)).body.data.manageUrl) };
  };
  const offered = async () => (await anOffer()).token;

  it.each([
    ['cancel', () => booked('09:00'), 'POST', '/cancel', {}],
    ['move', () => booked('10:00'), 'POST', '/move', { date: MONDAY, start: '11:00' }],
    ['answer', () => booked('12:00'), 'PATCH', '', { answers: { size: 'S' } }],
    ['accept', offered, 'POST', '/accept', {}],
    ['decline', offered, 'POST', '/decline', {}],
  ])('to %s is answered before others can change what it left', async (_action, open, method, path, body) => {
    const token = await open();
    const things = service.app.get(ManagedThings);
    const get = things.get.bind(things);
    const committed: unknown[] = [];
    jest.spyOn(things, 'get').mockImplementation(async (...given) => {
      const thing = await get(...given);
      committed.push(await changes());
      return thing;
    });
    const before = await changes();
    const { status } = await service.anonymous.send(method, `/manage/${token}${path}`, { body });
    expect([status, new Set(committed)]).toEqual([200, new Set([before])]);
    expect(await changes()).not.toBe(before);
  });

  it.each(['accept', 'decline'])('to %s is no error when staff have just done the same', async (action) => {
    const { id, token } = await anOffer();
    const things = service.app.get(ManagedThings);
    const get = things.get.bind(things);
    jest.spyOn(things, 'get').mockImplementationOnce(async (...given) => {
      const thing = await get(...given);
      await service.admin.post(`/waitlist/${id}/${action}`);
      return thing;
    });
    const { status, body } = await service.anonymous.post(`/manage/${token}/${action}`, {});
    const { data } = (await service.admin.get(`/waitlist/${id}`)).body;
    expect([status, body.data.entry.status]).toEqual([200, data.status]);
  });

  it('ends with a rotation of the entry, although staff book it from the offer meanwhile', async () => {
    const { id } = await anOffer();
    const database = service.app.get(Database);
    const rows = database.rows.bind(database) as (...given: unknown[]) => Promise<unknown[]>;
    let appointment: Booked | undefined;
    jest.spyOn(database, 'rows').mockImplementation(async (...given: unknown[]) => {
      const found = await rows(...given);
      const [{ name }] = given as [{ name: string }];
      if (name === 'links.find-booked' && appointment === undefined)
        appointment = (await service.admin.post(`/waitlist/${id}/accept`)).body.data as Booked;
      return found;
    });
    expect((await service.admin.post(`/waitlist/${id}/rotate-link`)).status).toBe(200);
    const { body } = await service.admin.get(`/appointments/${appointment?.id}`);
    expect(body.data.manageUrl).not.toBe(appointment?.manageUrl);
    expect((await service.anonymous.get(`/manage/${tokenIn(appointment?.manageUrl)}`)).status).toBe(404);
  });
});
