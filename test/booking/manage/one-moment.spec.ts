import { ManagedThings } from '../../../src/booking/manage/managed-things';
import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntryOf, makeOffers } from '../../support/waiting';
import { tokenIn } from './support/links';

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
    const { status } = await service.nobody.send(method, `/manage/${token}${path}`, { body });
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
    const { status, body } = await service.nobody.post(`/manage/${token}/${action}`, {});
    const { data } = (await service.admin.get(`/waitlist/${id}`)).body;
    expect([status, body.data.entry.status]).toEqual([200, data.status]);
  });
});
