import type { Answer, ApiClient } from '../../support/api-client';
import { aProvider } from '../../support/builders';
import { aBrowserKey } from '../../support/pages';
import {
  aStranger,
  type Booked,
  bookingOf,
  freeDay,
  type Stranger,
  WAYS_TO_NAME,
} from '../../support/strangers';
import { startTestService, type TestService } from '../../support/test-service';
import { openTwoSalons, restrictedKey, type TwoSalons } from '../../support/two-salons';

/** What was booked in the north for a person of the south, and the person. */
interface Guest {
  readonly stranger: Stranger;
  readonly booked: Booked;
  readonly appointment: number;
  readonly entry: number;
}

type Act = (guest: Guest) => Promise<Answer>;

describe('A person whom a narrowed key has named', () => {
  let service: TestService;
  let salons: TwoSalons;
  let stylist: ApiClient;
  let place: ApiClient;
  /** Keys of the south, and of both salons: they see the person. */
  let south: ApiClient;
  let both: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    salons = await openTwoSalons(service);
    const { north } = salons;
    stylist = await restrictedKey(service, { providers: [north.leader] });
    place = await restrictedKey(service, { locations: [north.locationId] });
    south = await restrictedKey(service, { locations: [salons.south.locationId] });
    both = await restrictedKey(service, { locations: [north.locationId, salons.south.locationId] });
  });

  afterAll(() => service.stop());

  async function aGuest(way: string, client = stylist): Promise<Guest> {
    const stranger = await aStranger(service, salons);
    const booked = await WAYS_TO_NAME[way]?.({ service, client, salons, named: stranger });
    if (booked === undefined) throw new Error(`there is no way ${way}`);
    return { stranger, booked, appointment: booked.appointments[0] ?? 0, entry: booked.entries?.[0] ?? 0 };
  }

  async function tokenOf(path: string): Promise<string> {
    const { data } = (await service.admin.get(path)).body;
    return (data.manageUrl as string).split('/').at(-1) ?? '';
  }

  const statusFor = async (client: ApiClient, { stranger }: Guest) =>
    (await client.get(`/customers/${stranger.id}`)).status;

  /** Whether the stylist and the key of the place see the person, whole. */
  async function isOpen(guest: Guest): Promise<boolean> {
    const answers = [];
    for (const client of [stylist, place]) answers.push(await client.get(`/customers/${guest.stranger.id}`));
    const seen = answers.map(({ status, body }) => [
      status,
      (body.data as { notes: string } | undefined)?.notes,
    ]);
    expect([
      [404, undefined],
      [200, 'sued note'],
    ]).toContainEqual(seen[0]);
    expect(seen[1]).toEqual(seen[0]);
    return seen[0]?.[0] === 200;
  }

  const ofAppointment =
    (path: string, body: object): Act =>
    ({ appointment }) =>
      service.admin.patch(`/appointments/${appointment}${path}`, body);

  const byStaff: readonly (readonly [what: string, way: string, act: Act])[] = [
    ['notes', 'POST /appointments', ofAppointment('/notes', { notes: 'Seen' })],
    ['a status', 'POST /appointments', ofAppointment('/status', { status: 'completed' })],
    ['the status that it has', 'POST /appointments', ofAppointment('/status', { status: 'confirmed' })],
    ['a payment', 'POST /appointments', ofAppointment('/payment-status', { payment_status: 'paid' })],
    ['an arrival', 'POST /appointments', ofAppointment('', { arrivedAt: '2026-11-20T08:00:00Z' })],
    ['another time', 'POST /appointments', (guest) => ofAppointment('', { date: freeDay() })(guest)],
    ['a cancellation', 'POST /appointments', ofAppointment('', { status: 'cancelled' })],
    [
      'another link',
      'POST /appointments',
      ({ appointment }) => service.admin.post(`/appointments/${appointment}/rotate-link`),
    ],
    [
      'a change of its series',
      'POST /series of one',
      ({ booked }) => service.admin.patch(`/series/${booked.seriesId ?? 0}`, { notes: 'Seen' }),
    ],
    [
      'a change of its series that changes nothing',
      'POST /series of one',
      ({ booked }) => service.admin.patch(`/series/${booked.seriesId ?? 0}`, { status: 'confirmed' }),
    ],
    [
      'another time of its visit',
      'POST /visits',
      ({ booked }) => service.admin.patch(`/visits/${booked.visitId ?? 0}`, { date: freeDay() }),
    ],
    [
      'the time that its visit has',
      'POST /visits',
      ({ booked }) => service.admin.patch(`/visits/${booked.visitId ?? 0}`, { start: '10:00' }),
    ],
    [
      'an absence that cancels it',
      'POST /appointments',
      async ({ appointment }) => {
        const { start, providerId } = (await service.admin.get(`/appointments/${appointment}`)).body.data;
        const day = (start as string).slice(0, 10);
        const body = { start: `${day}T10:00`, end: `${day}T10:30`, appointments: 'cancel' };
        return service.admin.post(`/providers/${providerId}/time-off`, body);
      },
    ],
    ['the end of its wait', 'POST /waitlist', ({ entry }) => service.admin.delete(`/waitlist/${entry}`)],
  ];

  it.each(byStaff)('is seen once staff without bounds give the booking %s', async (_what, way, act) => {
    const guest = await aGuest(way);
    expect(await isOpen(guest)).toBe(false);
    expect((await act(guest)).status).toBeLessThan(300);
    expect(await isOpen(guest)).toBe(true);
    const path = guest.appointment > 0 ? `/appointments/${guest.appointment}` : `/waitlist/${guest.entry}`;
    const { data } = (await stylist.get(`${path}?include=customer`)).body;
    expect(data).toMatchObject({ customerId: guest.stranger.id });
    expect(data.customer?.address ?? 'sued 9').toBe('sued 9');
  });

  it('is seen once staff without bounds book for the person there, or accept an offer', async () => {
    const booked = await aGuest('POST /appointments');
    const request = { service, client: service.admin, salons, named: booked.stranger };
    expect((await service.admin.post('/appointments', bookingOf(request))).status).toBe(201);
    expect(await isOpen(booked)).toBe(true);
    // Then all that was booked for the person shows who it is.
    const { data } = (await stylist.get(`/appointments/${booked.appointment}`)).body;
    expect(data).toMatchObject({ customerId: booked.stranger.id, customerName: 'Zoe suedmann' });

    const offered = await aWaitingGuest();
    expect((await service.admin.post(`/waitlist/${offered.entry}/accept`)).status).toBe(201);
    expect(await isOpen(offered)).toBe(true);
  });

  /** With an offer. */
  async function aWaitingGuest(): Promise<Guest> {
    const stranger = await aStranger(service, salons);
    const { date, start, ...rest } = bookingOf({ service, client: stylist, salons, named: stranger });
    expect(start).toBe('10:00');
    const { body } = await stylist.post('/waitlist', { ...rest, from: date, to: date });
    expect(body.data).toMatchObject({ status: 'offered', customerId: null, manageUrl: null });
    const entry = body.data.id as number;
    return { stranger, booked: { appointments: [], entries: [entry] }, appointment: 0, entry };
  }

  const byLink: readonly (readonly [
    what: string,
    way: string,
    pathOf: (guest: Guest) => string,
    path: string,
    body: () => object,
  ])[] = [
    ['moves', 'POST /appointments', ofOne, '/move', () => ({ date: freeDay(), start: '11:00' })],
    ['cancels', 'POST /appointments', ofOne, '/cancel', () => ({})],
    [
      'cancels a series',
      'POST /series of one',
      ({ booked }) => `/series/${booked.seriesId ?? 0}`,
      '/cancel',
      () => ({}),
    ],
    [
      'moves a visit',
      'POST /visits',
      ({ booked }) => `/visits/${booked.visitId ?? 0}`,
      '/move',
      () => ({ date: freeDay(), start: '12:00' }),
    ],
  ];

  function ofOne({ appointment }: Guest): string {
    return `/appointments/${appointment}`;
  }

  it.each(byLink)('is seen once the person %s by the link', async (_what, way, pathOf, path, body) => {
    const guest = await aGuest(way);
    const token = await tokenOf(pathOf(guest));
    expect((await service.anonymous.get(`/manage/${token}`)).status).toBe(200);
    expect(await isOpen(guest)).toBe(false);
    expect((await service.anonymous.post(`/manage/${token}${path}`, body())).status).toBe(200);
    expect(await isOpen(guest)).toBe(true);
  });

  it.each(['accept', 'decline'])(
    'is seen once the person answers an offer by the link: %s',
    async (answer) => {
      const guest = await aWaitingGuest();
      const token = await tokenOf(`/waitlist/${guest.entry}`);
      expect(await isOpen(guest)).toBe(false);
      expect((await service.anonymous.post(`/manage/${token}/${answer}`, {})).status).toBe(200);
      expect(await isOpen(guest)).toBe(true);
    },
  );

  it('is not seen by what narrowed keys of other salons do, and they see the person as before', async () => {
    const guest = await aGuest('POST /appointments');
    expect((await both.patch(`/appointments/${guest.appointment}`, { notes: 'Seen' })).status).toBe(200);
    expect((await south.patch(`/appointments/${guest.appointment}`, { notes: 'Seen' })).status).toBe(404);
    expect(await isOpen(guest)).toBe(false);
    expect([await statusFor(south, guest), await statusFor(both, guest)]).toEqual([200, 200]);
    expect((await both.get(`/appointments/${guest.appointment}`)).body.data).toMatchObject({
      ...{ customerId: guest.stranger.id, customerName: 'Zoe suedmann' },
    });
  });

  it('is seen by every key of a salon for which a key that sees the person has booked', async () => {
    const stranger = await aStranger(service, salons);
    const booking = bookingOf({ service, client: both, salons, named: stranger });
    const booked = await both.post('/appointments', {
      ...booking,
      name: undefined,
      email: undefined,
      customerId: stranger.id,
    });
    expect(booked.body.data).toMatchObject({ customerId: stranger.id });
    expect((await stylist.get(`/customers/${stranger.id}`)).status).toBe(200);
  });

  it('is not seen by what the service does: an offer, an end of what is pending, the end of a place', async () => {
    const waiting = await aGuest('POST /waitlist');
    await service.admin.patch(`/locations/${salons.north.locationId}`, { name: 'North' });
    expect(await isOpen(waiting)).toBe(false);

    const stranger = await aStranger(service, salons);
    const pending = { status: 'pending', expiresInMin: 5 };
    const booking = bookingOf({ service, client: stylist, salons, named: stranger });
    const { body } = await stylist.post('/appointments', { ...booking, ...pending });
    service.clock.advance(6 * 60_000);
    const ended = (await stylist.get(`/appointments/${String(body.data.id)}`)).body.data;
    expect(ended).toMatchObject({ status: 'cancelled', cancelledBy: 'expired', customerId: null });
    expect((await stylist.get(`/customers/${stranger.id}`)).status).toBe(404);

    const { admin } = service;
    const locationId = (await admin.post('/locations', { name: 'Branch' })).body.data.id as number;
    const provider = await aProvider(admin);
    const key = await restrictedKey(service, { providers: [provider] });
    const there = { ...booking, date: freeDay(), providerId: provider, locationId };
    expect((await key.post('/appointments', there)).status).toBe(201);
    expect((await admin.delete(`/locations/${locationId}`)).status).toBe(200);
    expect((await key.get(`/customers/${stranger.id}`)).status).toBe(404);
  });

  it('who waited first is not seen because staff add another entry', async () => {
    const { admin } = service;
    const first = await aGuest('POST /waitlist');
    const day = freeDay();
    const { leader, locationId } = salons.north;
    // A time that has become free since.
    await service.query(
      'update waitlist_entries set first_on = $2, last_on = $2, ends_at = $3 where id = $1',
      [...[first.entry, day, `${day}T23:00:00Z`]],
    );
    const waits = { providerId: leader, serviceId: salons.cut, locationId, from: day, to: day };
    await admin.post('/waitlist', { name: 'Ada', email: 'ada@example.com', ...waits });
    expect((await stylist.get(`/waitlist/${first.entry}`)).body.data).toMatchObject({
      ...{ status: 'offered', customerId: null },
    });
    expect(await isOpen(first)).toBe(false);
  });

  it('is a customer of the key from the start where the booking creates the customer', async () => {
    const named = { name: 'Nora New', email: 'nora@new.example', phone: '+49 30 1' };
    const { body } = await stylist.post(
      '/appointments',
      bookingOf({ service, client: stylist, salons, named }),
    );
    const { customerId } = body.data as { customerId: number };
    expect((await stylist.get(`/customers/${customerId}`)).body.data).toMatchObject({
      ...{ firstName: 'Nora', email: named.email, phone: named.phone },
    });
    expect((await stylist.get('/customers?q=nora')).body.meta.total).toBe(1);
    expect((await stylist.get(`/customers/${customerId}/appointments`)).body.meta.total).toBe(1);
    // And stays it when it books again by the address.
    const again = await stylist.post('/appointments', bookingOf({ service, client: stylist, salons, named }));
    expect(again.body.data).toMatchObject({ customerId, customerName: 'Nora New', attendeeName: null });
  });

  describe('as a visitor of a page has', () => {
    it('is told as the visitor has sent it, until staff act: the visitor was shown the link', async () => {
      const { visitor } = await aBrowserKey(service);
      const stranger = await aStranger(service, salons);
      const { status, body } = await visitor.post(
        '/appointments',
        bookingOf({ service, client: visitor, salons, named: stranger }),
      );
      expect(status).toBe(201);
      const guest = { stranger, booked: { appointments: [] }, appointment: body.data.id as number, entry: 0 };
      expect((await stylist.get(`/appointments/${guest.appointment}`)).body.data).toMatchObject({
        ...{ customerId: null, customerName: stranger.name, attendeePhone: stranger.phone },
      });
      const token = (body.data.manageUrl as string).split('/').at(-1) ?? '';
      const move = { date: freeDay(), start: '11:00' };
      expect((await service.anonymous.post(`/manage/${token}/move`, move)).status).toBe(200);
      expect((await service.anonymous.post(`/manage/${token}/cancel`, {})).status).toBe(200);
      expect(await isOpen(guest)).toBe(false);
      await service.admin.patch(`/appointments/${guest.appointment}`, { status: 'confirmed' });
      expect(await isOpen(guest)).toBe(true);
    });

    it('is a customer where the page has brought the person, or the person was there before', async () => {
      const { visitor } = await aBrowserKey(service);
      const named = { name: 'Web Guest', email: 'web@guest.example', phone: '+49 30 2' };
      for (let i = 0; i < 2; i++) {
        const booked = await visitor.post(
          '/appointments',
          bookingOf({ service, client: visitor, salons, named }),
        );
        const { data } = (await stylist.get(`/appointments/${String(booked.body.data.id)}`)).body;
        expect(data).toMatchObject({ customerId: expect.any(Number), customerName: 'Web Guest' });
      }
      expect((await stylist.get('/customers?q=web')).body.meta.total).toBe(1);
    });
  });

  it('leaves nothing of what was said after an erasure', async () => {
    const { stranger, appointment } = await aGuest('POST /appointments');
    const { entry } = { ...(await aGuest('POST /waitlist')) };
    await service.query('update waitlist_entries set customer_id = $1 where id = $2', [stranger.id, entry]);
    await service.query(`update appointments set status = 'completed' where customer_id = $1`, [stranger.id]);
    expect((await service.admin.post(`/customers/${stranger.id}/erase`)).status).toBe(200);
    const rows = await service.query(
      `select guest from appointments where id = $1 union all select guest from waitlist_entries where id = $2`,
      [appointment, entry],
    );
    expect(rows).toEqual([{ guest: null }, { guest: null }]);
  });
});
