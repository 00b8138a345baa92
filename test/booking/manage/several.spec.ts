import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { START } from '../../support/settable-clock';
import { hidingKeys } from '../../support/hiding-key';
import { restrictedKey } from '../../support/two-salons';
import { startTestService, type TestService } from '../../support/test-service';
import { tokenIn } from './support/links';

const MIA = { name: 'Mia Keller', email: 'mia.keller@example.com' };
const EVA = { name: 'Eva Berg', email: 'eva.berg@example.com' };

interface Viewed {
  readonly appointments: readonly { readonly start: string; readonly manageUrl: string | null }[];
}

describe('The link', () => {
  let service: TestService;
  let provider: number;
  let cut: number;
  let colour: number;

  beforeAll(async () => {
    service = await startTestService();
    provider = await aProvider(service.admin);
    cut = await aService(service.admin, { cancelUntilMin: 60 });
    colour = await aService(service.admin, { cancelUntilMin: 120 });
  });

  afterEach(async () => {
    service.clock.set(START);
    for (const table of ['appointments', 'waitlist_entries', 'holds', 'visits', 'series', 'notifications'])
      await service.query(`delete from ${table}`);
  });
  afterAll(() => service.stop());

  const view = async (manageUrl: string) => {
    const { status, body } = await service.anonymous.get(`/manage/${tokenIn(manageUrl)}`);
    return { status, ...(body.data as Viewed) };
  };
  const post = (manageUrl: string, action: string, body: object = {}) =>
    service.anonymous.post(`/manage/${tokenIn(manageUrl)}/${action}`, body);
  const statuses = async (query: string) =>
    ((await service.admin.get(`/appointments?${query}&sort=start`)).body.data as { status: string }[]).map(
      ({ status }) => status,
    );
  const customer = async (person: object) =>
    (await service.admin.post('/customers', person)).body.data.id as number;

  describe('of a visit', () => {
    const visit = async () => {
      const items = [{ serviceId: cut }, { serviceId: colour }];
      const body = { ...MIA, items, date: MONDAY, start: '10:00' };
      return (await service.admin.post('/visits', body)).body.data as {
        id: number;
        manageUrl: string;
        appointments: { id: number; manageUrl: string }[];
      };
    };

    it('is that of all its appointments, and cancels all of them by the strictest policy', async () => {
      const { id, manageUrl, appointments } = await visit();
      expect(appointments.map((each) => each.manageUrl)).toEqual([manageUrl, manageUrl]);
      expect(await view(manageUrl)).toMatchObject({
        kind: 'visit',
        cancelUntil: `${MONDAY}T08:00:00Z`,
        actions: ['cancel', 'move'],
      });
      service.clock.set(`${MONDAY}T08:00:01Z`);
      expect((await post(manageUrl, 'cancel')).body.error.details.until).toBe(`${MONDAY}T08:00:00Z`);
      service.clock.set(`${MONDAY}T08:00:00Z`);
      expect((await post(manageUrl, 'cancel')).status).toBe(200);
      expect(await statuses(`visitId=${id}`)).toEqual(['cancelled', 'cancelled']);
      expect(await service.query('select event from notifications order by id')).toEqual([
        { event: 'confirmation' },
        { event: 'cancellation' },
      ]);
      expect((await post(manageUrl, 'cancel')).status).toBe(200);
    });

    it('shows nothing of an appointment that staff have given to another customer', async () => {
      const { manageUrl, appointments } = await visit();
      const eva = await customer(EVA);
      await service.admin.patch(`/appointments/${appointments[1]?.id}`, { customerId: eva });
      expect((await view(manageUrl)).appointments).toHaveLength(1);
      const theirs = (await service.admin.get(`/appointments/${appointments[1]?.id}`)).body.data;
      expect(theirs.manageUrl).not.toBe(manageUrl);
      expect((await view(theirs.manageUrl as string)).appointments).toHaveLength(1);
      await post(manageUrl, 'cancel');
      expect((await service.admin.get(`/appointments/${appointments[1]?.id}`)).body.data.status).toBe(
        'confirmed',
      );
    });
  });

  describe('of a series', () => {
    const series = async () => {
      const body = { ...aBooking(provider, cut), ...MIA, rrule: 'FREQ=WEEKLY;COUNT=3' };
      return (await service.admin.post('/series', body)).body.data as {
        id: number;
        manageUrl: string;
        appointments: { id: number; manageUrl: string }[];
      };
    };

    it('lists what lies ahead and cancels what its policies allow', async () => {
      const { id, manageUrl } = await series();
      service.clock.set('2026-11-30T09:30:00Z');
      const seen = await view(manageUrl);
      expect(seen.appointments.map(({ start }) => start)).toEqual([
        '2026-11-30T10:00:00Z',
        '2026-12-07T10:00:00Z',
      ]);
      expect((await post(manageUrl, 'cancel')).status).toBe(200);
      expect(await statuses(`seriesId=${id}`)).toEqual(['confirmed', 'confirmed', 'cancelled']);
      service.clock.set('2026-12-08T10:00:00Z');
      expect((await view(manageUrl)).status).toBe(404);
    });

    it('names the last moment when no occurrence can be cancelled any more', async () => {
      const { manageUrl } = await series();
      service.clock.set('2026-12-07T09:30:00Z');
      expect((await post(manageUrl, 'cancel')).body.error.details).toMatchObject({
        reason: 'too_late',
        until: '2026-12-07T09:00:00Z',
      });
    });

    it('cannot move it, but shows the own link of each occurrence, which can', async () => {
      const { manageUrl, appointments } = await series();
      const to = { date: MONDAY, start: '14:00' };
      expect((await post(manageUrl, 'move', to)).body.error.details.reason).toBe('not_possible');
      const own = (await view(manageUrl)).appointments[0]?.manageUrl ?? '';
      expect(own).toBe(appointments[0]?.manageUrl);
      expect((await post(own, 'move', to)).status).toBe(200);
    });
  });

  describe('of an entry of the waitlist', () => {
    const entry = async () => {
      const body = { ...MIA, serviceId: cut, providerId: provider, from: MONDAY, to: MONDAY };
      return (await service.admin.post('/waitlist', body)).body.data as {
        id: number;
        manageUrl: string;
        offer: { start: string };
      };
    };

    it('accepts the offer that was seen, once', async () => {
      const { id, manageUrl, offer } = await entry();
      expect(await view(manageUrl)).toMatchObject({
        kind: 'waitlist',
        entry: { status: 'offered', offer: { start: offer.start } },
        actions: ['accept', 'decline'],
      });
      const other = await post(manageUrl, 'accept', { start: `${MONDAY}T16:00:00Z` });
      expect(other.body.error.details.reason).toBe('hold_expired');
      expect((await service.admin.get(`/waitlist/${id}`)).body.data.status).toBe('offered');
      const first = await post(manageUrl, 'accept', { start: offer.start });
      expect(first.body.data).toMatchObject({
        entry: { status: 'booked' },
        appointments: [{ start: offer.start, status: 'confirmed' }],
        actions: [],
      });
      const [{ manageUrl: own } = { manageUrl: null }] = (await view(manageUrl)).appointments;
      expect(await view(own ?? '')).toMatchObject({
        kind: 'appointment',
        actions: ['cancel', 'move'],
      });
      const second = await post(manageUrl, 'accept', { start: offer.start });
      expect([second.status, second.body]).toEqual([200, first.body]);
      expect(await service.query('select from appointments')).toHaveLength(1);
    });

    it('is dead once staff replace the link of the appointment that it became', async () => {
      const { manageUrl, offer } = await entry();
      expect((await post(manageUrl, 'accept', { start: offer.start })).status).toBe(200);
      const [{ id } = { id: 0 }] = await service.query<{ id: number }>('select id from appointments');
      const rotated = await service.admin.post(`/appointments/${id}/rotate-link`);
      expect((await view(manageUrl)).status).toBe(404);
      expect((await view(rotated.body.data.manageUrl as string)).status).toBe(200);
    });

    it('accepts once when two requests come at the same moment', async () => {
      const { manageUrl } = await entry();
      const answers = await Promise.all([post(manageUrl, 'accept'), post(manageUrl, 'accept')]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await service.query('select from appointments')).toHaveLength(1);
    });

    it('declines, and waits on', async () => {
      const { manageUrl } = await entry();
      for (let click = 0; click < 2; click++) {
        const { status, body } = await post(manageUrl, 'decline');
        expect([status, body.data.entry.status]).toEqual([200, 'waiting']);
      }
    });
  });

  describe('that staff replace', () => {
    it('is dead, and the new one works; the audit trail says who did it', async () => {
      const { body } = await service.admin.post('/appointments', aBooking(provider, cut));
      const { id, manageUrl } = body.data as { id: number; manageUrl: string };
      const rotated = await service.admin.post(`/appointments/${id}/rotate-link`);
      const fresh = rotated.body.data.manageUrl as string;
      expect((await view(manageUrl)).status).toBe(404);
      expect((await view(fresh)).status).toBe(200);
      expect((await service.admin.get(`/appointments/${id}`)).body.data.manageUrl).toBe(fresh);
      const entries = await service.query(
        `select after ->> 'link_counter' as counter from audit_entries where resource = 'appointments' and resource_id = $1 order by id desc limit 1`,
        [id],
      );
      expect(entries).toEqual([{ counter: '1' }]);
    });

    it.each(['series', 'visits', 'waitlist'])('is dead below /%s, too', async (path) => {
      const what = {
        series: { ...aBooking(provider, cut), rrule: 'FREQ=WEEKLY;COUNT=2' },
        visits: { ...MIA, items: [{ serviceId: cut }], date: MONDAY, start: '10:00' },
        waitlist: { ...MIA, serviceId: cut, from: MONDAY, to: MONDAY },
      };
      const { data } = (await service.admin.post(`/${path}`, what[path as keyof typeof what])).body;
      const { body } = await service.admin.post(`/${path}/${data.id}/rotate-link`);
      expect((await view(data.manageUrl as string)).status).toBe(404);
      expect((await view(body.data.manageUrl as string)).status).toBe(200);
      expect((await service.admin.post(`/${path}/2147483647/rotate-link`)).status).toBe(404);
    });
  });

  it.each([
    [
      'a key that can change every appointment',
      { scopes: ['appointments:read', 'appointments:write'] },
      true,
    ],
    ['a key that only reads', { scopes: ['*:read'] }, false],
    ['a key that reads and books', { scopes: ['appointments:read', 'appointments:book'] }, false],
    ['a narrowed key', { providers: [2] }, false],
    ['a key that hides contacts', { hide: ['contacts'] }, false],
    ['a key that hides payments', { hide: ['payments'] }, true],
  ] as const)('is shown to %s: %j, %j', async (_key, restrictions, isShown) => {
    const { id } = (await service.admin.post('/appointments', aBooking(provider, cut))).body.data;
    const key =
      'hide' in restrictions
        ? await hidingKeys(service)(restrictions.hide)
        : await restrictedKey(service, restrictions);
    const shown = async (path: string) => JSON.stringify((await key.get(path)).body).includes('/m/');
    expect(await shown(`/appointments/${id}`)).toBe(isShown);
    // The page of the administrator is not sent to others.
    for (let again = 0; again < 3; again++) await service.admin.get('/appointments');
    expect(await shown('/appointments')).toBe(isShown);
  });
});
