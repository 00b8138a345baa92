import type { Answer, ApiClient } from '../../support/api-client';
import { startTestService, type TestService } from '../../support/test-service';
import { openTwoSalons, restrictedKey, type TwoSalons } from '../../support/two-salons';

const UNUSED_ID = 2147483647;
const FRIDAY = '2026-12-04';

describe('A narrowed key', () => {
  let service: TestService;
  let salons: TwoSalons;
  /** Keys that are narrowed to the leader of the north, to its helper, and to its place. */
  let stylist: ApiClient;
  let helper: ApiClient;
  let place: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    salons = await openTwoSalons(service);
    const { north } = salons;
    stylist = await restrictedKey(service, { providers: [north.leader] });
    helper = await restrictedKey(service, { providers: [north.helper] });
    place = await restrictedKey(service, { locations: [north.locationId] });
  });

  afterAll(() => service.stop());

  const guest = { name: 'Gus Guest', email: 'gus@guest.example' };
  const faultsOf = ({ status, body }: Answer) => [status, body.error.details as object];
  const seriesOf = (start: string, members: object = {}) => ({
    ...guest,
    ...{ serviceId: salons.cut, providerId: salons.north.leader, date: FRIDAY, start },
    rrule: 'FREQ=WEEKLY;COUNT=2',
    ...members,
  });

  describe('and series', () => {
    it('books one of its own provider, and is refused another', async () => {
      const { north, south } = salons;
      expect((await stylist.post('/series', seriesOf('09:00'))).status).toBe(201);
      const any = await stylist.post(
        '/series',
        seriesOf('09:30', { providerId: undefined, anyProvider: true }),
      );
      const leaders = (any.body.data.appointments as { providerId: number }[]).map((each) => each.providerId);
      expect(leaders).toEqual([north.leader, north.leader]);
      for (const [member, id] of [
        ['providerId', south.leader],
        ['providerId', UNUSED_ID],
        ['customerId', south.regular],
        ['customerId', UNUSED_ID],
      ] as const) {
        const answer = await stylist.post('/series', seriesOf('10:00', { [member]: id }));
        expect(faultsOf(answer)).toEqual([422, { [member]: `names no ${member.slice(0, -2)}` }]);
      }
    });

    it('is at its place, of which it needs to name none', async () => {
      const { body } = await place.post('/series', seriesOf('11:00'));
      const places = (body.data.appointments as { locationId: number }[]).map(({ locationId }) => locationId);
      expect(places).toEqual([salons.north.locationId, salons.north.locationId]);
    });

    it('changes those that it sees whole, and keeps them', async () => {
      const { north, south } = salons;
      const change = (client: ApiClient, id: number, body: object) => client.patch(`/series/${id}`, body);
      expect((await change(stylist, north.seriesId, { notes: 'Mine' })).status).toBe(200);
      expect((await change(stylist, south.seriesId, { notes: 'Mine' })).status).toBe(404);
      expect((await change(stylist, UNUSED_ID, { notes: 'Mine' })).status).toBe(404);
      expect((await change(helper, north.seriesId, { notes: 'Mine' })).status).toBe(404);
      expect(faultsOf(await change(stylist, north.seriesId, { providerId: south.leader }))).toEqual([
        422,
        { providerId: 'names no provider' },
      ]);
      expect(faultsOf(await change(place, north.seriesId, { locationId: null }))).toEqual([
        422,
        { locationId: expect.any(String) },
      ]);
    });

    it('changes none of which another provider gives one appointment', async () => {
      const { south } = salons;
      const { body } = await stylist.post('/series', seriesOf('12:00'));
      const id = body.data.id as number;
      const [first] = body.data.appointments as { id: number }[];
      const moved = await service.admin.patch(`/appointments/${first?.id}`, { providerId: south.leader });
      expect(moved.status).toBe(200);
      const answer = await stylist.patch(`/series/${id}`, { status: 'cancelled' });
      expect(answer.status).toBe(404);
      const rows = await service.query(
        `select from appointments where series_id = $1 and status = 'cancelled'`,
        [id],
      );
      expect(rows).toEqual([]);
    });
  });

  describe('and visits', () => {
    const visitOf = (start: string, providerId?: number, members: object = {}) => ({
      ...guest,
      items: [{ serviceId: salons.cut, ...(providerId !== undefined && { providerId }) }],
      ...{ date: FRIDAY, start },
      ...members,
    });

    it('books one of its own providers, and is refused another', async () => {
      const { north, south } = salons;
      const booked = await stylist.post('/visits', visitOf('13:00'));
      expect(booked.body.data.appointments).toMatchObject([{ providerId: north.leader }]);
      const taken = await stylist.post('/visits', visitOf('13:00'));
      expect(taken.status).toBe(422);
      for (const id of [south.leader, UNUSED_ID])
        expect(faultsOf(await stylist.post('/visits', visitOf('13:30', id)))).toEqual([
          422,
          { 'items[0].providerId': 'names no provider' },
        ]);
      for (const customerId of [south.regular, UNUSED_ID])
        expect(
          faultsOf(await stylist.post('/visits', visitOf('13:30', north.leader, { customerId }))),
        ).toEqual([422, { customerId: 'names no customer' }]);
    });

    it('cancels those that its provider gives, and no others', async () => {
      const { north, south } = salons;
      const cancel = (client: ApiClient, id: number) =>
        client.patch(`/visits/${id}`, { status: 'cancelled' });
      for (const id of [south.visitId, UNUSED_ID]) expect((await cancel(stylist, id)).status).toBe(404);
      expect((await cancel(helper, north.visitId)).status).toBe(404);
      expect((await service.admin.get(`/visits/${south.visitId}`)).body.data.appointments).toMatchObject([
        { status: 'confirmed' },
        { status: 'confirmed' },
      ]);
      expect((await cancel(stylist, north.visitId)).status).toBe(200);
    });
  });

  describe('and the waitlist', () => {
    const entryOf = (members: object) => ({
      ...guest,
      ...{ serviceId: salons.cut, from: '2026-12-06', to: '2026-12-06' },
      ...members,
    });

    it('waits for its own provider at its own place', async () => {
      const { north, south } = salons;
      const waits = (client: ApiClient, members: object) => client.post('/waitlist', entryOf(members));
      expect((await waits(stylist, { providerId: north.leader })).status).toBe(201);
      expect((await waits(place, { providerId: north.leader })).body.data).toMatchObject({
        locationId: north.locationId,
      });
      // An entry for any provider is of its place.
      expect((await waits(place, {})).body.data).toMatchObject({
        ...{ providerId: null, locationId: north.locationId },
      });
      for (const providerId of [undefined, null, south.leader, UNUSED_ID])
        expect(faultsOf(await waits(stylist, { providerId }))).toEqual([
          422,
          { providerId: expect.any(String) },
        ]);
      expect(
        faultsOf(await waits(place, { providerId: north.leader, locationId: south.locationId })),
      ).toEqual([422, { locationId: 'names no location' }]);
    });

    it('accepts, declines and withdraws its own entries alone', async () => {
      const { north, south } = salons;
      for (const id of [south.entry, south.entryForAny, north.entryForAny, UNUSED_ID]) {
        const answers = [
          await stylist.post(`/waitlist/${id}/accept`),
          await stylist.post(`/waitlist/${id}/decline`),
          await stylist.delete(`/waitlist/${id}`),
        ];
        expect([id, ...answers.map(({ status }) => status)]).toEqual([id, 404, 404, 404]);
      }
      expect((await service.admin.get(`/waitlist/${south.entry}`)).body.data).toMatchObject({
        status: 'waiting',
      });
      expect((await place.delete(`/waitlist/${south.entryForAny}`)).status).toBe(404);
      expect((await place.delete(`/waitlist/${north.entryForAny}`)).status).toBe(200);
      expect((await place.delete(`/waitlist/${north.entry}`)).status).toBe(200);
      expect((await stylist.delete(`/waitlist/${north.entry}`)).status).toBe(200);
    });

    it('takes an offer of its own provider', async () => {
      const { north, south } = salons;
      const offered = async (providerId: number) =>
        (await service.admin.post('/waitlist', entryOf({ providerId, from: FRIDAY, to: FRIDAY }))).body.data
          .id as number;
      expect((await stylist.post(`/waitlist/${await offered(south.leader)}/accept`)).status).toBe(404);
      const { status, body } = await stylist.post(`/waitlist/${await offered(north.leader)}/accept`);
      expect([status, body.data.providerId]).toEqual([201, north.leader]);
    });
  });

  describe('and holds', () => {
    it('releases those of its own provider alone', async () => {
      const { north, south } = salons;
      const release = (client: ApiClient, id: string) => client.delete(`/holds/${id}`);
      const foreign = await release(stylist, south.holdId);
      const unknown = await release(stylist, '00000000-0000-4000-8000-000000000000');
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
      expect((await service.admin.get(`/holds/${south.holdId}`)).status).toBe(200);
      expect((await release(stylist, north.holdId)).status).toBe(200);
    });
  });
});
