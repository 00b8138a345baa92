import type { Answer, ApiClient } from '../../support/api-client';
import { MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { openTwoSalons, restrictedKey, type TwoSalons } from '../../support/two-salons';

const UNUSED_ID = 2147483647;
const TUESDAY = '2026-12-01';

describe('The free time that a narrowed key is told', () => {
  let service: TestService;
  let salons: TwoSalons;
  /** Keys that are narrowed to the leader of the north, and to its place. */
  let stylist: ApiClient;
  let place: ApiClient;
  let bothPlaces: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    salons = await openTwoSalons(service);
    const { north, south } = salons;
    stylist = await restrictedKey(service, { providers: [north.leader] });
    place = await restrictedKey(service, { locations: [north.locationId] });
    bothPlaces = await restrictedKey(service, { locations: [north.locationId, south.locationId] });
  });

  afterAll(() => service.stop());

  const providersIn = ({ body }: Answer) =>
    [
      ...new Set(
        [...JSON.stringify(body).matchAll(/"providerIds?":\[?(\d+(?:,\d+)*)/g)].map(([, ids]) => ids),
      ),
    ].sort();

  it('is that of its providers where it asks for any provider', async () => {
    const { cut, north } = salons;
    const any = `serviceId=${cut}&anyProvider=true`;
    const answers = [
      await stylist.get(`/availability/slots?${any}&date=${TUESDAY}`),
      await stylist.get(`/availability/calendar?${any}&from=${TUESDAY}&to=${TUESDAY}`),
      await stylist.get(`/availability/next-available?serviceId=${cut}&from=${TUESDAY}`),
      await stylist.post('/availability/search', { items: [{ serviceId: cut }], from: TUESDAY }),
      await stylist.post('/availability/check', {
        ...{ serviceId: cut, anyProvider: true, date: MONDAY, start: '09:00' },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const answer of answers) expect(providersIn(answer)).toEqual([String(north.leader)]);
  });

  it('is that of all providers who can, for a key that is not narrowed', async () => {
    const { cut, north, south } = salons;
    const slots = await service.admin.get(
      `/availability/slots?serviceId=${cut}&anyProvider=true&date=${TUESDAY}`,
    );
    expect(slots.body.data[0]?.providerIds).toEqual(expect.arrayContaining([north.leader, south.leader]));
  });

  it('counts no working day on which none of its providers offers the service', async () => {
    const { cut, north } = salons;
    const helper = await restrictedKey(service, { providers: [north.helper] });
    const days = await helper.get(
      `/availability/summary?serviceId=${cut}&anyProvider=true&from=${TUESDAY}&to=${TUESDAY}`,
    );
    expect(days.body.data).toEqual([{ date: TUESDAY, working: false, slots: 0, first: null, last: null }]);
  });

  it.each(['slots', 'calendar', 'summary', 'next-available'])(
    'is the same 422 in GET /availability/%s for a foreign provider and for an unknown one',
    async (view) => {
      const ask = (id: number) =>
        stylist.get(`/availability/${view}?serviceId=${salons.cut}&providerId=${id}&date=${TUESDAY}`);
      const foreign = await ask(salons.south.leader);
      expect(foreign).toMatchObject({
        status: 422,
        body: { error: { details: { providerId: 'names no provider' } } },
      });
      expect(foreign.body.error).toEqual((await ask(UNUSED_ID)).body.error);
    },
  );

  it.each([
    ['providerId', 'check', (id: number) => ({ providerId: id })],
    ['providerIds', 'check', (id: number) => ({ anyProvider: true, providerIds: [id] })],
    ['excludeAppointmentId', 'check', (id: number) => ({ excludeAppointmentId: id })],
    ['customerId', 'check', (id: number) => ({ customerId: id })],
  ] as const)('names the same fault of a foreign %s as of an unknown one', async (member, path, bodyOf) => {
    const { cut, north, south } = salons;
    const foreign = { providerId: south.leader, providerIds: south.leader, customerId: south.regular };
    const ids = { ...foreign, excludeAppointmentId: south.alone };
    const send = (id: number) => {
      const body = { serviceId: cut, date: TUESDAY, start: '10:00', ...bodyOf(id) };
      const whose = 'anyProvider' in body || 'providerId' in body ? {} : { providerId: north.leader };
      return stylist.post(`/availability/${path}`, { ...body, ...whose });
    };
    const answer = await send(ids[member]);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.error.details as object)).toEqual([member]);
    expect(answer.body.error).toEqual((await send(UNUSED_ID)).body.error);
  });

  it('knows its own appointments and customers', async () => {
    const { cut, north } = salons;
    const body = { serviceId: cut, providerId: north.leader, date: MONDAY, start: '09:00' };
    const moved = { ...body, excludeAppointmentId: north.alone, customerId: north.regular };
    expect((await stylist.post('/availability/check', moved)).body.data).toMatchObject({ available: true });
    const waits = { ...moved, customerId: north.waiting };
    expect((await stylist.post('/availability/check', waits)).status).toBe(200);
  });

  it('is that at its place where it names none, and of a foreign place it is refused', async () => {
    const { cut, north, south } = salons;
    const path = `/availability/slots?serviceId=${cut}&providerId=${north.leader}&date=${TUESDAY}`;
    const [slot] = (await place.get(path)).body.data as { locationId: number }[];
    expect(slot?.locationId).toBe(north.locationId);
    expect((await place.get(`${path}&locationId=${south.locationId}`)).body.error.details).toEqual({
      locationId: 'names no location',
    });
  });

  it('takes a place where the key has several', async () => {
    const { cut, north } = salons;
    const path = `/availability/slots?serviceId=${cut}&providerId=${north.leader}&date=${TUESDAY}`;
    expect((await bothPlaces.get(path)).body.error.details).toEqual({
      locationId: 'is required: this key is for what is at its locations',
    });
    expect((await bothPlaces.get(`${path}&locationId=${north.locationId}`)).status).toBe(200);
  });

  it('is refused by conflicts without ids where they are elsewhere', async () => {
    const { cut, north } = salons;
    const body = { serviceId: cut, providerId: north.leader, date: MONDAY, start: '13:00' };
    const conflictsOf = async (client: ApiClient) =>
      (await client.post('/appointments/check-availability', body)).body.data.conflicts as { id: unknown }[];
    expect(await conflictsOf(stylist)).toMatchObject([{ id: north.placeless }]);
    expect(await conflictsOf(place)).toEqual([
      { id: null, start: `${MONDAY}T13:00:00Z`, end: `${MONDAY}T13:30:00Z` },
    ]);
  });
});
