import type { ApiClient } from '../../support/api-client';
import { aProvider } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { openTwoSalons, restrictedKey, told, type TwoSalons } from '../../support/two-salons';

const NARROWED = { status: 403, body: { error: { details: { narrowed: true } } } };

/** What the desk of one place of a chain writes besides bookings. */
describe('At the desk of a place, a narrowed key', () => {
  let service: TestService;
  let salons: TwoSalons;
  /** Keys of the north: its place, two places, its leader, and both the leader and the place. */
  let place: ApiClient;
  let places: ApiClient;
  let stylist: ApiClient;
  let both: ApiClient;
  /** A further place of the key of two. */
  let second: number;
  let count = 0;

  beforeAll(async () => {
    service = await startTestService();
    salons = await openTwoSalons(service);
    const { leader, locationId } = salons.north;
    second = idOf(await service.admin.post('/locations', { name: 'Second' }));
    place = await restrictedKey(service, { locations: [locationId] });
    places = await restrictedKey(service, { locations: [locationId, second] });
    stylist = await restrictedKey(service, { providers: [leader] });
    both = await restrictedKey(service, { providers: [leader], locations: [locationId] });
  });

  afterAll(() => service.stop());

  const idOf = ({ body }: { body: { data: { id: number } } }) => body.data.id;
  const newcomer = () => ({ name: 'Nia Neu', email: `nia${++count}@neu.example`, phone: '+49 30 4711' });
  const customerAt = async (homeLocationId: number | null) =>
    idOf(await service.admin.post('/customers', { ...newcomer(), homeLocationId }));
  const statusOf = async (client: ApiClient, id: number) => (await client.get(`/customers/${id}`)).status;

  describe('with customers', () => {
    it('adds one of its place, whom it sees, and no key of another place does', async () => {
      for (const client of [place, both]) {
        const { status, body } = await client.post('/customers', newcomer());
        expect([status, body.data.homeLocationId]).toEqual([201, salons.north.locationId]);
        const id = body.data.id as number;
        expect([await statusOf(place, id), await statusOf(both, id), await statusOf(places, id)]).toEqual([
          ...[200, 200, 200],
        ]);
        const south = await restrictedKey(service, { locations: [salons.south.locationId] });
        expect([await statusOf(south, id), await statusOf(stylist, id)]).toEqual([404, 404]);
        expect((await place.get(`/customers?email=nia${count}@neu.example`)).body.meta.total).toBe(1);
        expect((await south.get(`/customers?email=nia${count}@neu.example`)).body.meta.total).toBe(0);
      }
    });

    it('names the place where it has several', async () => {
      const without = await places.post('/customers', newcomer());
      expect([without.status, without.body.error.details]).toEqual([
        422,
        { homeLocationId: 'is required: this key is for what is at its locations' },
      ]);
      const { status, body } = await places.post('/customers', { ...newcomer(), homeLocationId: second });
      expect([status, body.data.homeLocationId]).toEqual([201, second]);
      expect(await statusOf(place, body.data.id as number)).toBe(404);
    });

    it('names no other place, as it names none that is unknown, and not none', async () => {
      const id = await customerAt(salons.north.locationId);
      for (const homeLocationId of [salons.south.locationId, 2_147_483_647]) {
        const refused = {
          status: 422,
          body: { error: { details: { homeLocationId: 'names no location' } } },
        };
        expect(await place.post('/customers', { ...newcomer(), homeLocationId })).toMatchObject(refused);
        expect(await place.patch(`/customers/${id}`, { homeLocationId })).toMatchObject(refused);
      }
      expect(await place.post('/customers', { ...newcomer(), homeLocationId: null })).toMatchObject(NARROWED);
      expect(await place.patch(`/customers/${id}`, { homeLocationId: null })).toMatchObject(NARROWED);
    });

    it('changes whom it sees, and gives a home to one that has none', async () => {
      const { regular, locationId } = salons.north;
      expect((await place.patch(`/customers/${regular}`, { notes: 'nord allergy' })).body.data).toMatchObject(
        {
          ...{ notes: 'nord allergy', homeLocationId: null },
        },
      );
      const written = { ...newcomer(), notes: 'nord' };
      expect((await place.put(`/customers/${regular}`, written)).body.data).toMatchObject({
        ...{ notes: 'nord', homeLocationId: null },
      });
      const settled = await both.patch(`/customers/${regular}`, { homeLocationId: locationId });
      expect(settled.body.data.homeLocationId).toBe(locationId);
      // A PUT that names none leaves it, as a client does that does not know it.
      expect((await place.put(`/customers/${regular}`, written)).body.data.homeLocationId).toBe(locationId);
    });

    it('takes no customer of another place away from it', async () => {
      const id = await customerAt(salons.south.locationId);
      const { leader, locationId } = salons.north;
      await service.admin.post('/appointments', {
        ...{ customerId: id, serviceId: salons.cut, providerId: leader, locationId },
        ...{ date: '2026-12-14', start: '09:00' },
      });
      expect(await statusOf(place, id)).toBe(200);
      const { status, body } = await place.patch(`/customers/${id}`, { homeLocationId: locationId });
      expect([status, Object.keys(body.error.details as object)]).toEqual([422, ['homeLocationId']]);
      expect((await place.patch(`/customers/${id}`, { notes: 'of both' })).status).toBe(200);
    });

    it('is told of the address of another customer no more than that it is one', async () => {
      const id = await customerAt(salons.north.locationId);
      const email = 'ria@sued.example';
      for (const answer of [
        await place.post('/customers', { name: 'Ria', email }),
        await place.patch(`/customers/${id}`, { email }),
      ]) {
        expect(answer).toMatchObject({
          ...{ status: 422, body: { error: { details: { email: 'belongs to another customer' } } } },
        });
        expect(told(answer)).not.toMatch(/77777/);
      }
    });

    it('deletes one of whom nothing is elsewhere, and no other', async () => {
      const { north, south, cut } = salons;
      const wait = { serviceId: cut, from: '2026-12-20', to: '2026-12-20' };
      const [alone, away, waiter, waitsAway] = await Promise.all([
        customerAt(north.locationId),
        customerAt(south.locationId),
        customerAt(null),
        customerAt(north.locationId),
      ]);
      const ours = { ...wait, providerId: north.leader, locationId: north.locationId };
      const theirs = { ...wait, providerId: south.leader, locationId: south.locationId };
      for (const customerId of [away, waiter])
        expect((await service.admin.post('/waitlist', { ...ours, customerId })).status).toBe(201);
      expect((await service.admin.post('/waitlist', { ...theirs, customerId: waitsAway })).status).toBe(201);
      const outcomes = [];
      for (const id of [alone, away, waiter, waitsAway, north.regular]) {
        const { status, body } = await place.delete(`/customers/${id}`);
        outcomes.push([status, body.error?.code]);
      }
      const exists = [422, 'appointments_exist'];
      expect(outcomes).toEqual([[200, undefined], exists, [200, undefined], exists, exists]);
    });

    it('of providers alone adds, changes and deletes none', async () => {
      const path = `/customers/${salons.north.regular}`;
      expect(await stylist.post('/customers', newcomer())).toMatchObject(NARROWED);
      expect(await stylist.patch(path, { notes: 'x' })).toMatchObject(NARROWED);
      expect(await stylist.put(path, newcomer())).toMatchObject(NARROWED);
      expect(await stylist.delete(path)).toMatchObject(NARROWED);
    });

    it('books for one of its place and is shown the customer', async () => {
      const customerId = await customerAt(salons.north.locationId);
      const { leader } = salons.north;
      const { status, body } = await place.post('/appointments', {
        ...{ customerId, serviceId: salons.cut, providerId: leader, date: '2026-12-14', start: '11:00' },
      });
      expect([status, body.data.customerId]).toEqual([201, customerId]);
      const list = await place.get(`/appointments?customerId=${customerId}`);
      expect(list.body.data).toMatchObject([{ id: body.data.id, customerName: 'Nia Neu' }]);
    });
  });

  describe('with closures and special hours', () => {
    const UNKNOWN = 2_147_483_647;
    const NOWHERE = { status: 422, body: { error: { details: { locationId: 'names no location' } } } };
    const hours = { hours: [{ start: '10:00', end: '12:00' }] };
    const path = '/special-hours/2026-12-23';

    it('writes those of its place, and is told of its own appointments alone', async () => {
      const { north, south, cut } = salons;
      const other = (await service.admin.post('/providers', { name: 'Oda', email: 'oda@nord.example' })).body;
      const time = { date: '2026-12-21', start: '09:00', locationId: north.locationId, serviceId: cut };
      const book = async (members: object) =>
        idOf(await service.admin.post('/appointments', { ...time, customerId: north.regular, ...members }));
      const own = await book({ providerId: north.leader });
      const ofOther = await book({ providerId: other.data.id });
      await book({ providerId: south.leader, locationId: south.locationId });
      const body = { start: '2026-12-21', end: '2026-12-21', locationId: north.locationId };
      for (const [client, ids] of [
        [place, [own, ofOther]],
        [both, [own]],
      ] as const) {
        const closed = await client.post('/closures', body);
        expect(closed.status).toBe(201);
        expect((closed.body.meta.conflicts as { id: number }[]).map(({ id }) => id)).toEqual(ids);
        expect(closed.body.meta.total).toBe(ids.length);
        const closure = `/closures/${String(closed.body.data.id)}`;
        expect((await client.delete(closure)).status).toBe(200);
        const locationId = north.locationId;
        expect((await client.put(path, { ...hours, locationId })).body.data.locationId).toBe(locationId);
        expect((await client.delete(`${path}?locationId=${locationId}`)).status).toBe(200);
      }
    });

    it('names no other place, as it names none that is unknown, and not the whole business', async () => {
      const closure = { start: '2026-12-21', end: '2026-12-21' };
      for (const locationId of [salons.south.locationId, UNKNOWN]) {
        expect(await place.post('/closures', { ...closure, locationId })).toMatchObject(NOWHERE);
        expect(await place.put(path, { ...hours, locationId })).toMatchObject(NOWHERE);
        expect(await place.put(path, { ...hours, locationId, dryRun: true })).toMatchObject(NOWHERE);
        expect((await place.delete(`${path}?locationId=${locationId}`)).status).toBe(404);
      }
      for (const none of [{}, { locationId: null }]) {
        expect(await place.post('/closures', { ...closure, ...none })).toMatchObject(NARROWED);
        expect(await place.put(path, { ...hours, ...none })).toMatchObject(NARROWED);
      }
      expect(await place.delete(path)).toMatchObject(NARROWED);
    });

    it('does not find the closures of another place and of the business', async () => {
      const ofAll = await service.admin.post('/closures', { start: '2027-03-01', end: '2027-03-01' });
      const unknown = await place.delete(`/closures/${UNKNOWN}`);
      expect(unknown.status).toBe(404);
      for (const id of [salons.south.closureId, idOf(ofAll)])
        expect(told(await place.delete(`/closures/${id}`))).toBe(told(unknown));
    });

    it('of providers alone writes none', async () => {
      const { locationId, closureId } = salons.north;
      const closure = { start: '2026-12-21', end: '2026-12-21', locationId };
      expect(await stylist.post('/closures', closure)).toMatchObject(NARROWED);
      expect(await stylist.delete(`/closures/${closureId}`)).toMatchObject(NARROWED);
      expect(await stylist.put(path, { ...hours, locationId })).toMatchObject(NARROWED);
      expect(await stylist.delete(`${path}?locationId=${locationId}`)).toMatchObject(NARROWED);
    });
  });

  describe('with the waitlist', () => {
    it('adds, reads and withdraws an entry for any provider at its place', async () => {
      const { regular, locationId } = salons.north;
      const entry = { customerId: regular, serviceId: salons.cut, from: '2026-12-20', to: '2026-12-20' };
      const { status, body } = await place.post('/waitlist', entry);
      expect([status, body.data]).toMatchObject([201, { providerId: null, locationId }]);
      const path = `/waitlist/${String(body.data.id)}`;
      expect((await both.get(path)).status).toBe(404);
      expect((await place.get(path)).status).toBe(200);
      expect((await both.delete(path)).status).toBe(404);
      expect((await place.delete(path)).body.data.status).toBe('withdrawn');
      expect(await both.post('/waitlist', entry)).toMatchObject({
        ...{ status: 422, body: { error: { code: 'VALIDATION_ERROR' } } },
      });
    });
  });

  describe('with the absences of providers', () => {
    const WEEK = ['monday', 'tuesday', 'wednesday'];
    const at = (locationId: number | null, members: object = {}) =>
      WEEK.map((day) => ({ day, start: '09:00', end: '17:00', locationId, ...members }));
    const hired = (schedule: object[]) => aProvider(service.admin, { serviceIds: [salons.cut], schedule });
    const away = { start: '2027-02-01', end: '2027-02-01', reason: 'nord away' };
    const special = { hours: [{ start: '10:00', end: '12:00' }] };
    const path = (id: number) => `/providers/${id}/special-hours/2027-02-02`;

    it('writes those of whom works at its places alone, also of one who came later', async () => {
      const { locationId } = salons.north;
      for (const id of [salons.north.local, await hired(at(locationId))])
        for (const client of [place, both]) {
          const given = await client.post(`/providers/${id}/time-off`, away);
          expect(given.status).toBe(201);
          expect((await client.get(`/providers/${id}/time-off`)).body.data).toHaveLength(1);
          const timeOff = `/providers/${id}/time-off/${String(given.body.data.id)}`;
          expect((await client.delete(timeOff)).status).toBe(200);
          const set = await client.put(path(id), special);
          expect([set.status, set.body.data.hours[0].locationId]).toEqual([200, locationId]);
          const days = [{ date: '2027-02-02', hours: special.hours }];
          const many = await client.put(`/providers/${id}/special-hours`, { days });
          expect([many.status, many.body.data[0].hours[0].locationId]).toEqual([200, locationId]);
          expect((await client.get(`/providers/${id}/special-hours`)).body.data).toHaveLength(1);
          expect((await client.delete(path(id))).status).toBe(200);
        }
    });

    it('does not find one who works elsewhere, at no place or in the hours of the business', async () => {
      const { locationId } = salons.north;
      const elsewhere = salons.south.locationId;
      const special2 = await hired(at(locationId));
      const stretch = { start: '10:00', end: '12:00', locationId: elsewhere };
      await service.admin.put(`/providers/${special2}/special-hours/2027-02-03`, { hours: [stretch] });
      const strangers = [
        await hired([
          ...at(locationId),
          { day: 'friday', start: '09:00', end: '17:00', locationId: elsewhere },
        ]),
        await hired([...at(locationId), { day: 'friday', start: '09:00', end: '17:00' }]),
        await hired(at(locationId, { until: '2026-11-19' })),
        salons.north.helper,
        special2,
        salons.south.local,
      ];
      const unknown = told(await place.post('/providers/2147483647/time-off', away));
      const unset = told(await place.put(path(2_147_483_647), special));
      expect([unknown, unset]).toEqual([expect.stringMatching(/^.404,/), expect.stringMatching(/^.404,/)]);
      for (const id of strangers) {
        expect(told(await place.post(`/providers/${id}/time-off`, away))).toBe(unknown);
        expect(told(await place.put(path(id), special))).toBe(unset);
      }
    });

    it('counts no hours that are over', async () => {
      const before = at(salons.south.locationId, { until: '2026-11-19' });
      const id = await hired([...before, ...at(salons.north.locationId, { from: '2026-11-20' })]);
      expect((await place.get(`/providers/${id}/time-off`)).status).toBe(200);
    });

    it('names the place of special hours where it has several', async () => {
      const without = await places.put(path(salons.north.local), special);
      expect([without.status, without.body.error.details]).toEqual([
        422,
        { 'hours[0].locationId': 'is required: this key is for what is at its locations' },
      ]);
      const days = [{ date: '2027-02-02', hours: special.hours }];
      const many = await places.put(`/providers/${salons.north.local}/special-hours`, { days });
      expect(Object.keys(many.body.error.details as object)).toEqual(['days[0].hours[0].locationId']);
    });
  });
});
