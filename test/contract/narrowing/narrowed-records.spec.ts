import { openTwoSalons, restrictedKey, type TwoSalons } from '../../support/two-salons';
import type { ApiClient } from '../../support/api-client';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('What belongs to bookings, to a narrowed key', () => {
  let service: TestService;
  let salons: TwoSalons;
  /** Keys that are narrowed to the leader of the north, to its helper, to its place, and to leader and place. */
  let stylist: ApiClient;
  let helper: ApiClient;
  let place: ApiClient;
  let stylistThere: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    salons = await openTwoSalons(service);
    const { leader, helper: helps, locationId } = salons.north;
    stylist = await restrictedKey(service, { providers: [leader] });
    helper = await restrictedKey(service, { providers: [helps] });
    place = await restrictedKey(service, { locations: [locationId] });
    stylistThere = await restrictedKey(service, { providers: [leader], locations: [locationId] });
  });

  afterAll(() => service.stop());

  const idsIn = async (client: ApiClient, path: string) => {
    const { body } = await client.get(path);
    const ids = (body.data as { id: number | string }[]).map(({ id }) => id);
    if (body.meta.total !== undefined) expect(body.meta.total).toBe(ids.length);
    return ids;
  };
  const statusesOf = (client: ApiClient, ...paths: string[]) =>
    Promise.all(paths.map(async (path) => (await client.get(path)).status));

  describe('customers', () => {
    it('are listed who have an appointment or an entry of the waitlist there, or belong to the place', async () => {
      const { north, south, both } = salons;
      const list = (client: ApiClient) => idsIn(client, '/customers?sort=id:asc');
      expect(await list(stylist)).toEqual([both, north.regular, north.waiting]);
      expect(await list(helper)).toEqual([north.regular, south.regular]);
      expect(await list(place)).toEqual([both, north.regular, north.waiting, north.neighbour]);
      expect(await list(stylistThere)).toEqual([both, north.regular, north.waiting, north.neighbour]);
    });

    it('are found by words and metadata among those alone', async () => {
      const { north, south } = salons;
      expect(await idsIn(stylist, '/customers?q=mann&sort=id:asc')).toEqual([north.regular, north.waiting]);
      expect(await idsIn(stylist, '/customers?q=sued')).toEqual([]);
      expect(await idsIn(stylist, '/customers?q=ria')).toEqual([north.regular]);
      const metadata = { level: 'gold' };
      for (const id of [north.regular, south.regular, south.waiting])
        expect((await service.admin.patch(`/customers/${id}`, { metadata })).status).toBe(200);
      expect(await idsIn(stylist, '/customers?metadata[level]=gold')).toEqual([north.regular]);
    });

    it('are read by id where they are listed, and are otherwise not found', async () => {
      const { north, south, both } = salons;
      const paths = [north.regular, north.waiting, both, south.regular, south.waiting].map(
        (id) => `/customers/${id}`,
      );
      expect(await statusesOf(stylist, ...paths)).toEqual([200, 200, 200, 404, 404]);
      expect(await statusesOf(helper, ...paths)).toEqual([200, 404, 404, 200, 404]);
      for (const view of ['appointments', 'appointments/upcoming', 'appointments/history'])
        expect(await statusesOf(stylist, ...paths.map((path) => `${path}/${view}`))).toEqual([
          ...[200, 200, 200, 404, 404],
        ]);
      for (const view of ['appointments/stats', 'autofill'])
        expect(await statusesOf(stylist, ...paths.map((path) => `${path}/${view}`))).toEqual([
          ...[200, 200, 200, 404, 404],
        ]);
    });

    it('of both salons have the appointments, the numbers and the favourites of the one', async () => {
      const { north, south, both } = salons;
      const path = `/customers/${both}`;
      expect(await idsIn(service.admin, `${path}/appointments`)).toHaveLength(2);
      expect(await idsIn(stylist, `${path}/appointments`)).toEqual([north.ofBoth]);
      expect(await idsIn(stylist, `${path}/appointments/upcoming`)).toEqual([north.ofBoth]);
      expect(await idsIn(stylist, `${path}/appointments/history`)).toEqual([]);
      for (const { ofBoth } of [north, south])
        await service.admin.patch(`/appointments/${ofBoth}/payment-status`, { payment_status: 'paid' });
      await service.admin.patch(`/appointments/${south.ofBoth}`, { start: '15:00' });
      const stats = (await stylist.get(`${path}/appointments/stats`)).body.data;
      expect(stats).toMatchObject({
        ...{ total: 1, upcoming: 1, totalSpent: 33333.25, favouriteProviderId: north.leader },
        lastAppointmentAt: `${MONDAY}T14:00:00Z`,
      });
      const autofill = (await stylist.get(`${path}/autofill`)).body.data;
      expect(autofill).toMatchObject({ lastProviderId: north.leader });
      expect((await service.admin.get(`${path}/autofill`)).body.data).toMatchObject({
        lastProviderId: south.leader,
      });
    });
  });

  describe('series and visits', () => {
    it('are read when all their appointments belong to it', async () => {
      const paths = [salons.north, salons.south].flatMap(({ seriesId, visitId }) => [
        `/series/${seriesId}`,
        `/visits/${visitId}`,
      ]);
      expect(await statusesOf(stylist, ...paths)).toEqual([200, 200, 404, 404]);
      expect(await statusesOf(place, ...paths)).toEqual([200, 200, 404, 404]);
      expect(await statusesOf(stylistThere, ...paths)).toEqual([200, 200, 404, 404]);
      expect(await statusesOf(helper, ...paths)).toEqual([404, 404, 404, 404]);
    });

    it('are not found once one appointment belongs to another provider or to no place', async () => {
      const client = service.admin;
      const [own, other] = [await aProvider(client), await aProvider(client)];
      const key = await restrictedKey(service, { providers: [own] });
      const there = await restrictedKey(service, { providers: [own], locations: [salons.north.locationId] });
      const common = { name: 'Zoe', email: 'zoe@example.com', locationId: salons.north.locationId };
      const rule = { date: MONDAY, start: '10:00', rrule: 'FREQ=DAILY;COUNT=3' };
      const booked = { providerId: own, serviceId: salons.cut, ...common };
      const series = (await client.post('/series', { ...booked, ...rule })).body.data;
      const path = `/series/${String(series.id)}`;
      expect(await statusesOf(key, path)).toEqual([200]);
      expect(await statusesOf(there, path)).toEqual([200]);
      const [first, second] = series.appointments as { id: number }[];
      await client.patch(`/appointments/${first?.id}`, { locationId: null });
      expect(await statusesOf(key, path)).toEqual([200]);
      expect(await statusesOf(there, path)).toEqual([404]);
      await client.patch(`/appointments/${second?.id}`, { providerId: other });
      expect(await statusesOf(key, path)).toEqual([404]);
      const visit = await client.post('/visits', {
        ...{ ...common, date: '2026-12-07', start: '10:00' },
        items: [
          { serviceId: salons.cut, providerId: own },
          { serviceId: salons.cut, providerId: other },
        ],
      });
      expect(await statusesOf(key, `/visits/${String(visit.body.data.id)}`)).toEqual([404]);
    });
  });

  describe('the waitlist', () => {
    it('has the entries for its providers and places, and those for any provider at its places', async () => {
      const { north, south } = salons;
      for (const client of [stylist, place, stylistThere]) {
        const ofAny = client === place ? [north.entryForAny] : [];
        expect(await idsIn(client, '/waitlist')).toEqual([north.entry, ...ofAny]);
        expect(await idsIn(client, `/waitlist?customerId=${salons.both}`)).toEqual(ofAny);
        expect(await idsIn(client, `/waitlist?providerId=${south.leader}&status=waiting`)).toEqual([]);
        const paths = [north.entry, north.entryForAny, south.entry, south.entryForAny];
        const statuses = await statusesOf(client, ...paths.map((id) => `/waitlist/${id}`));
        expect(statuses).toEqual([200, client === place ? 200 : 404, 404, 404]);
      }
      expect(await idsIn(helper, '/waitlist')).toEqual([]);
    });
  });

  describe('holds', () => {
    it('are those of its providers and places', async () => {
      const { north, south } = salons;
      for (const client of [stylist, place, stylistThere]) {
        expect(await idsIn(client, '/holds')).toEqual([north.holdId]);
        expect(await statusesOf(client, `/holds/${north.holdId}`, `/holds/${south.holdId}`)).toEqual([
          200, 404,
        ]);
      }
      expect(await idsIn(helper, '/holds')).toEqual([]);
    });
  });

  describe('sessions', () => {
    const sessionsOf = async (client: ApiClient, query = '') =>
      (await client.get(`/sessions?from=${MONDAY}&to=${MONDAY}${query}`)).body.data as {
        providerId: number;
        appointmentIds: number[];
      }[];

    it('are those with its appointments', async () => {
      const { north, south } = salons;
      expect(await sessionsOf(service.admin)).toHaveLength(2);
      for (const client of [stylist, place, stylistThere])
        expect(await sessionsOf(client)).toMatchObject([
          { providerId: north.leader, appointmentIds: [north.seat] },
        ]);
      expect(await sessionsOf(stylist, `&providerId=${south.leader}`)).toEqual([]);
      expect(await sessionsOf(helper)).toEqual([]);
    });

    it('of which seats are held alone are those with its holds', async () => {
      const held: string[] = [];
      for (const { leader, locationId } of [salons.north, salons.south]) {
        const time = {
          providerId: leader,
          serviceId: salons.lesson,
          date: MONDAY,
          start: '12:00',
          locationId,
        };
        const { status, body } = await service.admin.post('/holds', time);
        expect(status).toBe(201);
        held.push(body.data.id as string);
      }
      const leadersOf = async (client: ApiClient) =>
        (await sessionsOf(client))
          .filter(({ appointmentIds }) => appointmentIds.length === 0)
          .map(({ providerId }) => providerId);
      expect(await leadersOf(service.admin)).toEqual([salons.north.leader, salons.south.leader]);
      for (const client of [stylist, place, stylistThere])
        expect(await leadersOf(client)).toEqual([salons.north.leader]);
      for (const id of held) await service.admin.delete(`/holds/${id}`);
    });

    it('without bookings are the classes of its providers, and those at its places', async () => {
      const { admin } = service;
      const [own, other] = [await aProvider(admin), await aProvider(admin)];
      const elsewhere = await aProvider(admin);
      const { locationId } = salons.south;
      const serviceId = await aService(admin, {
        ...{ name: 'Class', durationMin: 60, capacity: 4, startsAt: 'schedule' },
        timetable: [
          { day: 'monday', start: '12:00', providerId: own },
          { day: 'monday', start: '12:00', providerId: other },
          { day: 'monday', start: '12:00', providerId: elsewhere, locationId },
        ],
      });
      const key = await restrictedKey(service, { providers: [own] });
      const there = await restrictedKey(service, { locations: [salons.north.locationId] });
      const query = `&serviceId=${serviceId}`;
      const all = (await sessionsOf(admin, query)).map(({ providerId }) => providerId);
      expect(all).toEqual([own, other, elsewhere]);
      expect((await sessionsOf(key, query)).map(({ providerId }) => providerId)).toEqual([own]);
      expect((await sessionsOf(there, query)).map(({ providerId }) => providerId)).toEqual([own, other]);
    });
  });

  describe('the month of a provider', () => {
    const idsOfMonth = async (client: ApiClient, providerId: number) => {
      const { status, body } = await client.get(`/providers/${providerId}/appointments?month=2026-11`);
      return status === 200 ? (body.data as { id: number }[]).map(({ id }) => id) : status;
    };

    it('is that of its own providers, and shows what is at its places', async () => {
      const { north, south, shared } = salons;
      const all = await idsOfMonth(service.admin, north.leader);
      expect(await idsOfMonth(stylist, north.leader)).toEqual(all);
      expect(await idsOfMonth(stylistThere, north.leader)).toEqual(
        (all as number[]).filter((id) => id !== north.placeless),
      );
      expect(await idsOfMonth(stylist, south.leader)).toBe(404);
      expect(await idsOfMonth(helper, north.helper)).toEqual([north.helped, shared]);
      expect(await idsOfMonth(place, south.leader)).toEqual([]);
    });
  });

  describe('calendar files and messages', () => {
    it('are those of the appointments that it sees', async () => {
      const { north, south } = salons;
      const paths = (id: number) => [`/appointments/${id}/calendar.ics`, `/appointments/${id}/notifications`];
      expect(await statusesOf(stylist, ...paths(north.alone))).toEqual([200, 200]);
      expect(await statusesOf(stylist, ...paths(south.alone))).toEqual([404, 404]);
      expect(await statusesOf(stylistThere, ...paths(north.placeless))).toEqual([404, 404]);
      const { id } = await anAppointment(service.admin, salons.north.leader, salons.cut, { start: '15:00' });
      await service.admin.delete(`/appointments/${id}`);
      expect(await statusesOf(service.admin, `/appointments/${id}/notifications`)).toEqual([200]);
      expect(await statusesOf(stylist, `/appointments/${id}/notifications`)).toEqual([404]);
    });
  });
});
