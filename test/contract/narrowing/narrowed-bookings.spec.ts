import type { ApiClient } from '../../support/api-client';
import { MONDAY } from '../../support/builders';
import { recordStatements } from '../../support/database/recorded-statements';
import { startTestService, type TestService } from '../../support/test-service';
import { openTwoSalons, restrictedKey, type TwoSalons } from '../../support/two-salons';

const UNUSED_ID = 2147483647;
const THURSDAY = '2026-12-03';

describe('A booking by a narrowed key', () => {
  let service: TestService;
  let salons: TwoSalons;
  /** Keys that are narrowed to the leader of the north, to its helper, to its place, and to both places. */
  let stylist: ApiClient;
  let helper: ApiClient;
  let place: ApiClient;
  let bothPlaces: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    salons = await openTwoSalons(service);
    const { north, south } = salons;
    stylist = await restrictedKey(service, { providers: [north.leader] });
    helper = await restrictedKey(service, { providers: [north.helper] });
    place = await restrictedKey(service, { locations: [north.locationId] });
    bothPlaces = await restrictedKey(service, { locations: [north.locationId, south.locationId] });
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(() => service.stop());

  const guest = { name: 'Gus Guest', email: 'gus@guest.example' };
  const booking = (start: string, members: object = {}) => ({
    ...guest,
    ...{ serviceId: salons.cut, providerId: salons.north.leader, date: THURSDAY, start },
    ...members,
  });

  it('is made with its own provider, and refused with another as with an unknown one', async () => {
    expect((await stylist.post('/appointments', booking('09:00'))).status).toBe(201);
    const others = [salons.south.leader, UNUSED_ID];
    for (const providerId of others) {
      const { status, body } = await stylist.post('/appointments', booking('09:30', { providerId }));
      expect([status, body.error?.details]).toEqual([422, { providerId: 'names no provider' }]);
    }
  });

  it('chooses among its own providers where it names none', async () => {
    const any = booking('10:00', { providerId: undefined, anyProvider: true });
    const first = await stylist.post('/appointments', any);
    expect(first.body.data).toMatchObject({ providerId: salons.north.leader });
    const { status, body } = await stylist.post('/appointments', any);
    expect([status, body.error.details.reason]).toEqual([422, 'slot_taken']);
    const { alternatives } = body.error.details as { alternatives: { providerIds: number[] }[] };
    expect(alternatives.map(({ providerIds }) => providerIds)).toEqual(Array(3).fill([salons.north.leader]));
  });

  it.each(['locationId', 'customerId'] as const)(
    'names the same fault of a foreign %s as of an unknown one',
    async (member) => {
      const { south } = salons;
      const ids = { locationId: south.locationId, customerId: south.regular };
      const send = (id: number) => place.post('/appointments', booking('11:00', { [member]: id }));
      const foreign = await send(ids[member]);
      expect([foreign.status, Object.keys(foreign.body.error.details as object)]).toEqual([422, [member]]);
      expect(foreign.body.error).toEqual((await send(UNUSED_ID)).body.error);
    },
  );

  it('knows the customers who have an appointment, and those who wait, in its part', async () => {
    const { regular, waiting } = salons.north;
    for (const customerId of [regular, waiting]) {
      const body = { customerId, name: undefined, email: undefined };
      const start = customerId === regular ? '11:00' : '11:30';
      expect((await stylist.post('/appointments', booking(start, body))).status).toBe(201);
    }
  });

  it('is at its place where it names none', async () => {
    const { north } = salons;
    for (const locationId of [undefined, null]) {
      const start = locationId === null ? '12:00' : '12:30';
      const { body } = await place.post('/appointments', booking(start, { locationId }));
      expect(body.data).toMatchObject({ locationId: north.locationId });
    }
    const { status, body } = await bothPlaces.post('/appointments', booking('13:00'));
    expect([status, Object.keys(body.error.details as object)]).toEqual([422, ['locationId']]);
  });

  it('for a customer of another part, by e-mail address, changes nothing of the customer', async () => {
    const { south } = salons;
    await service.query('update customers set phone = null where id = $1', [south.waiting]);
    const email = `Wim@${south.word}.example`;
    const before = (await service.admin.get(`/customers/${south.waiting}`)).body.data;
    const said = { name: 'Wilma', email, phone: '+49 30 5550' };
    const { status, body } = await stylist.post('/appointments', booking('14:00', said));
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ attendeeName: 'Wilma', attendeePhone: '+49 30 5550' });
    expect((await service.admin.get(`/customers/${south.waiting}`)).body.data).toEqual(before);
  });

  it('tells a dry run nothing of a customer of another part whose e-mail address it names, and takes the same statements for it', async () => {
    const { word, regular } = salons.south;
    const { email } = (await service.admin.get(`/customers/${regular}`)).body.data;
    const said = { rrule: 'FREQ=DAILY;COUNT=1', dryRun: true, phone: '+49 30 5550' };
    const rule = { ...booking('14:30'), ...said };
    const statements = recordStatements();
    const ask = async (address: unknown) => {
      statements();
      const answer = await stylist.post('/series', { ...rule, email: address });
      return { ...answer, statements: statements() };
    };
    const unknown = await ask('no@customer.example');
    const known = await ask(email);
    expect([known.status, known.body, known.statements]).toEqual([200, unknown.body, unknown.statements]);
    expect(known.body.data.appointments).toMatchObject([{ customerName: guest.name, attendeeName: null }]);
    const [preview] = (await service.admin.post('/series', { ...rule, email })).body.data.appointments;
    expect(preview.customerName).toBe(`Ria ${word}mann`);
  });

  it('uses holds of its own provider, and no others', async () => {
    const { north, south } = salons;
    const book = (holdId: string) => stylist.post('/appointments', { ...guest, holdId });
    const foreign = await book(south.holdId);
    expect(foreign.status).toBe(422);
    expect(foreign.body.error).toEqual((await book('00000000-0000-4000-8000-000000000000')).body.error);
    expect((await service.admin.get(`/holds/${south.holdId}`)).status).toBe(200);
    expect((await book(north.holdId)).status).toBe(201);
  });

  it('holds a time of its own provider alone', async () => {
    const time = { serviceId: salons.cut, date: THURSDAY, start: '15:00' };
    expect((await stylist.post('/holds', { ...time, anyProvider: true })).body.data).toMatchObject({
      providerId: salons.north.leader,
    });
    const foreign = await stylist.post('/holds', { ...time, providerId: salons.south.leader });
    expect([foreign.status, foreign.body.error.details]).toEqual([422, { providerId: 'names no provider' }]);
  });

  it('is repeated with its `Idempotency-Key`, even when the customer has come into its part since', async () => {
    const body = booking('15:30', { customerId: salons.south.regular, name: undefined, email: undefined });
    const headers = { headers: { 'Idempotency-Key': 'foreign-customer' } };
    const first = await stylist.post('/appointments', body, headers);
    expect(first.status).toBe(422);
    const own = { ...body, start: '16:00' };
    await service.admin.post('/appointments', own);
    const second = await stylist.post('/appointments', body, headers);
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([422, 'true']);
  });

  describe('is changed', () => {
    const change = async (client: ApiClient, id: number, body: object, path = '') =>
      client.patch(`/appointments/${id}${path}`, body);

    it('where its provider gives it, and not where it only helps or has nothing to do with it', async () => {
      const { north, south, shared } = salons;
      expect((await change(stylist, north.alone, { notes: 'Mine' })).status).toBe(200);
      expect((await change(helper, north.helped, { notes: 'Mine' })).status).toBe(404);
      for (const id of [south.alone, shared, UNUSED_ID])
        for (const [path, body] of [
          ['', { notes: 'Mine' }],
          ['/status', { status: 'cancelled' }],
          ['/notes', { notes: 'Mine' }],
          ['/payment-status', { payment_status: 'paid' }],
        ] as const)
          expect((await change(stylist, id, body, path)).body.error).toMatchObject({
            code: 'NOT_FOUND',
            message: 'No such appointment',
          });
      expect((await service.admin.get(`/appointments/${south.alone}`)).body.data).toMatchObject({
        notes: 'sued booking',
        status: 'confirmed',
      });
    });

    it('or its customer gets a message, where its provider gives it, and not where it only helps', async () => {
      const { north, south, shared } = salons;
      const notify = async (client: ApiClient, id: number) =>
        client.post(`/appointments/${id}/notify`, { event: 'reminder' });
      expect((await notify(stylist, north.alone)).body.data).toMatchObject({ event: 'reminder' });
      expect((await notify(place, north.alone)).status).toBe(200);
      const unknown = (await notify(stylist, UNUSED_ID)).body.error;
      for (const [client, id] of [
        [stylist, south.alone],
        [stylist, shared],
        [helper, north.helped],
        [place, north.placeless],
        [place, south.alone],
      ] as const)
        expect((await notify(client, id)).body.error).toEqual(unknown);
      const queued = await service.admin.get(`/appointments/${south.alone}/notifications?length=100`);
      expect(queued.body.data.map(({ event }: { event: string }) => event)).not.toContain('reminder');
    });

    it('at its place, and not elsewhere or without a place', async () => {
      const { north, south } = salons;
      expect((await change(place, north.alone, { notes: 'Here' })).status).toBe(200);
      expect((await change(place, north.placeless, { notes: 'Here' })).status).toBe(404);
      expect((await change(place, south.alone, { notes: 'Here' })).status).toBe(404);
    });

    it('without leaving its part', async () => {
      const { north, south } = salons;
      const stranger = await service.admin.post('/customers', { name: 'Sia', email: 'sia@sued.example' });
      const moves = [
        [stylist, { providerId: south.leader }, 'providerId'],
        [stylist, { customerId: stranger.body.data.id as number }, 'customerId'],
        [place, { locationId: south.locationId }, 'locationId'],
        [place, { locationId: null }, 'locationId'],
      ] as const;
      for (const [client, body, member] of moves) {
        const answer = await change(client, north.seat, body);
        expect([answer.status, Object.keys(answer.body.error.details as object)]).toEqual([422, [member]]);
      }
      expect((await service.admin.get(`/appointments/${north.seat}`)).body.data).toMatchObject({
        providerId: north.leader,
        locationId: north.locationId,
      });
    });

    it('not into its part either: a foreign one cannot be taken over', async () => {
      const { north, south } = salons;
      expect((await change(stylist, south.alone, { providerId: north.leader })).status).toBe(404);
      expect((await change(place, south.alone, { locationId: north.locationId })).status).toBe(404);
    });

    it('and removed, where its provider gives it', async () => {
      const { north, south, shared } = salons;
      for (const id of [south.alone, shared, UNUSED_ID])
        expect((await stylist.delete(`/appointments/${id}`)).status).toBe(404);
      expect((await helper.delete(`/appointments/${north.helped}`)).status).toBe(404);
      expect((await stylist.delete(`/appointments/${north.helped}`)).status).toBe(200);
    });
  });

  it('is refused with nothing but ids and times of its own provider', async () => {
    const taken = { ...booking('09:00'), date: MONDAY };
    const { status, body } = await place.post('/appointments', { ...taken, start: '13:00' });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).not.toMatch(/sued|7777|nord booking/i);
    expect(body.error.details.reason).toBe('slot_taken');
  });
});
