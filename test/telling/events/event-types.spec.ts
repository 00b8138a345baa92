import { HoldSweep } from '../../../src/booking/holds/hold-sweep';
import type { Answer } from '../../support/api-client';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { type Event, eventsOf } from '../../support/events';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntry, anEntryOf, makeOffers } from '../../support/waiting';

const DAY_MS = 86_400_000;
const AT_TEN = { day: 'monday', start: '10:00', end: '10:30' };

describe('The events of a change', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;
  let otherProviderId: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    service.clock.set(START);
    await service.query('delete from waitlist_entries');
    await service.query('delete from holds');
    await service.query('delete from appointments');
    providerId = await aProvider(service.admin, { timezone: 'Europe/Berlin', schedule: [AT_TEN] });
    otherProviderId = await aProvider(service.admin);
    serviceId = await aService(service.admin);
  });

  afterAll(() => service.stop());

  const done = ({ status, body }: Answer) => {
    if (status >= 300) throw new Error(`expected success, got ${status}: ${JSON.stringify(body)}`);
    return body.data as { id: number };
  };
  const send = async (method: 'post' | 'put' | 'patch' | 'delete', path: string, body?: object) => {
    const answer =
      method === 'delete' ? await service.admin.delete(path) : await service.admin[method](path, body);
    return done(answer);
  };
  const book = (members: object = {}) => anAppointment(service.admin, otherProviderId, serviceId, members);
  const change = async (members: object) => {
    const { id } = await book();
    return { id, types: await typesOf(() => send('patch', `/appointments/${id}`, members)) };
  };
  const typesOf = async (act: () => Promise<unknown>) =>
    (await eventsOf(service, act)).map(({ type }) => type);
  /** Does something whose last event tells of the resource at a path, and expects both to show the same. */
  const compare = async (act: () => Promise<string>): Promise<Event | undefined> => {
    let path = '';
    const events = await eventsOf(service, async () => (path = await act()));
    const last = events.at(-1);
    expect(last?.data).toEqual(withoutLink((await service.admin.get(path)).body.data));
    return last;
  };

  describe('of an appointment', () => {
    it('shows the booking as GET does, with its customer before it', async () => {
      const events = await eventsOf(service, () => book({ notes: 'First visit' }));
      expect(events.map(({ type }) => type)).toEqual(['customer.created', 'appointment.booked']);
      const [customer, booked] = events;
      const shown = await service.admin.get(`/appointments/${booked?.resourceId}`);
      expect(booked).toEqual({
        id: expect.any(Number),
        type: 'appointment.booked',
        occurredAt: '2026-11-20T08:00:00Z',
        resource: 'appointment',
        resourceId: shown.body.data.id,
        data: withoutLink(shown.body.data),
        previous: null,
        via: 'api',
        userId: 1,
        apiKeyId: expect.any(Number),
        tokenId: null,
        requestId: expect.any(String),
      });
      expect(customer?.requestId).toBe(booked?.requestId);
      expect(customer?.data).toEqual(
        (await service.admin.get(`/customers/${customer?.resourceId}`)).body.data,
      );
    });

    it.each([
      ['a move', { start: '14:00' }, 'appointment.moved'],
      ['a change of notes', { notes: 'Late' }, 'appointment.changed'],
      ['an arrival', { arrivedAt: '2026-11-20T07:55:00Z' }, 'appointment.arrived'],
      ['a beginning', { startedAt: '2026-11-20T07:55:00Z' }, 'appointment.changed'],
      ['an arrival with a move in one', { arrivedAt: START, start: '14:00' }, 'appointment.moved'],
      ['a cancellation', { status: 'cancelled' }, 'appointment.cancelled'],
      ['a no-show', { status: 'no-show' }, 'appointment.no_show'],
      ['a completion', { status: 'completed' }, 'appointment.completed'],
      ['a pending status', { status: 'pending' }, 'appointment.changed'],
      ['a cancellation with a move in one', { status: 'cancelled', start: '14:00' }, 'appointment.cancelled'],
    ])('reports %s', async (_what, members, type) => {
      service.clock.set(START);
      expect((await change(members)).types).toEqual([type]);
    });

    it('reports a change of provider as a move, with the zone of each in data and previous', async () => {
      const { id } = await book();
      const moved = await compare(async () => {
        await send('patch', `/appointments/${id}`, { providerId, start: '10:00', date: MONDAY });
        return `/appointments/${id}`;
      });
      expect(moved).toMatchObject({
        type: 'appointment.moved',
        data: { start: '2026-11-23T10:00:00+01:00' },
        previous: { providerId: otherProviderId, start: '2026-11-23T10:00:00Z', end: '2026-11-23T10:30:00Z' },
      });
      expect(moved?.previous).not.toHaveProperty('notes');
    });

    it('reports that a cancelled one is open again', async () => {
      const { id } = await change({ status: 'cancelled' });
      expect(await typesOf(() => send('patch', `/appointments/${id}`, { status: 'confirmed' }))).toEqual([
        'appointment.reopened',
      ]);
    });

    it('shows a deleted one as it was', async () => {
      const { id } = await book();
      const { body } = await service.admin.get(`/appointments/${id}`);
      const [deleted, ...others] = await eventsOf(service, () => send('delete', `/appointments/${id}`));
      expect(others).toEqual([]);
      expect(deleted).toMatchObject({ type: 'appointment.deleted', resourceId: id, previous: null });
      expect(deleted?.data).toEqual(withoutLink(body.data));
    });

    it('shows the names as they were at the time of the change', async () => {
      const events = await eventsOf(service, async () => {
        await book();
        await send('patch', `/services/${serviceId}`, { name: 'Renamed' });
        await send('patch', `/providers/${otherProviderId}`, { name: 'Renamed' });
      });
      const booked = events.find(({ type }) => type === 'appointment.booked');
      expect(booked?.data).toMatchObject({
        serviceName: 'Consultation',
        providerName: expect.stringMatching(/^Provider \d+$/),
        customerName: expect.stringMatching(/^Customer \d+$/),
      });
    });

    it('shows in each of many events, read at once, the names that were in force', async () => {
      const rename = (name: string) => send('patch', `/services/${serviceId}`, { name });
      const events = await eventsOf(service, async () => {
        const { id } = await book();
        await rename('Second name');
        await send('patch', `/appointments/${id}`, { notes: 'Changed once' });
        await rename('Third name');
        await send('patch', `/providers/${otherProviderId}`, { timezone: 'Asia/Tokyo' });
        await send('patch', `/appointments/${id}`, { notes: 'Changed twice' });
      });
      const shown = events.filter(({ resource }) => resource === 'appointment').map(({ data }) => data);
      expect(shown.map((data) => [data['notes'], data['serviceName'], data['start']])).toEqual([
        [null, 'Consultation', '2026-11-23T10:00:00Z'],
        ['Changed once', 'Second name', '2026-11-23T10:00:00Z'],
        ['Changed twice', 'Third name', '2026-11-23T19:00:00+09:00'],
      ]);
    });

    it('reports each appointment of a series', async () => {
      const series = { ...aBooking(otherProviderId, serviceId), rrule: 'FREQ=DAILY;COUNT=2' };
      expect(await typesOf(() => send('post', '/series', series))).toEqual([
        'customer.created',
        'appointment.booked',
        'appointment.booked',
      ]);
    });

    it('reports nothing of a change that changes nothing, nor of a refused booking', async () => {
      const { id } = await book();
      expect(
        await typesOf(async () => {
          await send('patch', `/appointments/${id}`, { start: '10:00' });
          expect(
            (await service.admin.post('/appointments', aBooking(otherProviderId, serviceId))).status,
          ).toBe(422);
        }),
      ).toEqual([]);
    });
  });

  describe('of a hold', () => {
    const hold = async () =>
      (await send('post', '/holds', {
        providerId: otherProviderId,
        serviceId,
        date: MONDAY,
        start: '10:00',
      })) as {
        id: number | string;
      };

    it('shows a placed hold as GET does, and names it by its UUID', async () => {
      const placed = await compare(async () => `/holds/${(await hold()).id}`);
      expect(placed).toMatchObject({ type: 'hold.placed', resource: 'hold', resourceId: placed?.data['id'] });
    });

    it('reports a release', async () => {
      const { id } = await hold();
      const [released] = await eventsOf(service, () => send('delete', `/holds/${id}`));
      expect(released).toMatchObject({ type: 'hold.released', resourceId: id, data: { id }, previous: null });
    });

    it('reports an expiry once it is swept', async () => {
      await hold();
      service.clock.advance(DAY_MS);
      expect(await typesOf(() => service.app.get(HoldSweep).run())).toEqual(['hold.expired']);
    });

    it('reports a used hold by the booking alone', async () => {
      const { id } = await hold();
      const booking = { name: 'Mia Keller', email: 'mia@example.com', holdId: id };
      expect((await typesOf(() => send('post', '/appointments', booking))).at(-1)).toBe('appointment.booked');
      expect(await typesOf(() => Promise.resolve())).toEqual([]);
    });
  });

  describe('of the waitlist', () => {
    const full = async () => {
      const { id } = await anAppointment(service.admin, providerId, serviceId);
      return { id, entry: await anEntryOf(service, serviceId, { providerId }) };
    };
    const offered = async () => {
      const { id, entry } = await full();
      await send('delete', `/appointments/${id}`);
      await makeOffers(service);
      return entry;
    };

    it('shows an added entry as GET does', async () => {
      await anAppointment(service.admin, providerId, serviceId);
      const added = await compare(
        async () => `/waitlist/${(await anEntryOf(service, serviceId, { providerId })).id}`,
      );
      expect(added).toMatchObject({ type: 'waitlist.added', previous: null });
    });

    it('reports both that an entry is added and that it is offered a time at once', async () => {
      const types = await typesOf(() => send('post', '/waitlist', anEntry(serviceId, { providerId })));
      expect(types.toSorted()).toEqual([
        'customer.created',
        'hold.placed',
        'waitlist.added',
        'waitlist.offered',
      ]);
    });

    it('shows an offer as GET does', async () => {
      const { id, entry } = await full();
      const event = await compare(async () => {
        await send('delete', `/appointments/${id}`);
        await makeOffers(service);
        return `/waitlist/${entry.id}`;
      });
      expect(event).toMatchObject({
        type: 'waitlist.offered',
        resourceId: entry.id,
        data: { status: 'offered', offer: { providerId } },
        previous: { status: 'waiting', offer: null },
        userId: null,
      });
    });

    it('reports that an offer is accepted', async () => {
      const entry = await offered();
      const events = await eventsOf(service, () => send('post', `/waitlist/${entry.id}/accept`));
      expect(events.map(({ type }) => type).toSorted()).toEqual(['appointment.booked', 'waitlist.booked']);
      const booked = events.find(({ type }) => type === 'waitlist.booked');
      expect(booked?.data).toEqual(withoutLink((await service.admin.get(`/waitlist/${entry.id}`)).body.data));
      expect(booked?.previous).toMatchObject({
        status: 'offered',
        offer: { providerId },
        appointmentId: null,
      });
    });

    it('reports a declined offer by its hold', async () => {
      const entry = await offered();
      expect(await typesOf(() => send('post', `/waitlist/${entry.id}/decline`))).toEqual(['hold.released']);
    });

    it('reports a withdrawal and the end of the last date', async () => {
      const { entry } = await full();
      expect(await typesOf(() => send('delete', `/waitlist/${entry.id}`))).toEqual(['waitlist.withdrawn']);
      await anEntryOf(service, serviceId, { providerId });
      service.clock.advance(5 * DAY_MS);
      expect(await typesOf(() => makeOffers(service))).toEqual(['waitlist.expired']);
    });
  });

  describe('of what can be booked', () => {
    const resources: readonly (readonly [string, string, object, object])[] = [
      [
        'customer',
        '/customers',
        { firstName: 'Mia', lastName: 'Keller', email: 'mia.k@example.com' },
        { notes: 'New' },
      ],
      ['service', '/services', { name: 'Massage', durationMin: 60, price: 38.5 }, { price: 40 }],
      ['category', '/categories', { name: 'Care' }, { name: 'Wellness' }],
      ['provider', '/providers', { name: 'Ana', email: 'ana@example.com', phone: '030 1' }, { name: 'Anna' }],
      ['location', '/locations', { name: 'Main Street' }, { address: '12 Main Street' }],
      ['resource', '/resources', { name: 'Room 1', kind: 'room' }, { name: 'Room 2' }],
    ];

    it.each(resources)(
      'shows a new, a changed and a deleted %s as GET does',
      async (resource, path, body, patch) => {
        let id = 0;
        const created = await compare(async () => `${path}/${(id = (await send('post', path, body)).id)}`);
        expect(created).toMatchObject({
          type: `${resource}.created`,
          resource,
          resourceId: id,
          previous: null,
        });
        const before = (await service.admin.get(`${path}/${id}`)).body.data;
        const changed = await compare(async () => {
          await send('patch', `${path}/${id}`, patch);
          return `${path}/${id}`;
        });
        const [member] = Object.keys(patch);
        expect(changed).toMatchObject({ type: `${resource}.changed`, resourceId: id });
        expect(changed?.previous).toEqual({ [String(member)]: before[String(member)] });
        const last = (await service.admin.get(`${path}/${id}`)).body.data;
        const [ended] = await eventsOf(service, () => send('delete', `${path}/${id}`));
        const isKept = resource === 'provider';
        expect(ended).toMatchObject({
          type: isKept ? 'provider.changed' : `${resource}.deleted`,
          data: isKept ? { ...last, active: false } : last,
        });
      },
    );

    it('reports a change of a list of services once, with both lists', async () => {
      const [changed, ...others] = await eventsOf(service, () =>
        send('patch', `/providers/${providerId}`, { serviceIds: [serviceId], phone: '+49 30 1' }),
      );
      expect(others).toEqual([]);
      expect(changed).toMatchObject({
        type: 'provider.changed',
        data: { serviceIds: [serviceId], phone: '+49 30 1' },
        previous: { serviceIds: null, phone: null },
      });
    });

    it('reports nothing of a new password', async () => {
      expect(
        await typesOf(() => send('patch', `/providers/${providerId}`, { password: 'correct horse battery' })),
      ).toEqual([]);
    });

    it('shows an empty list of services as one', async () => {
      const eva = { name: 'Eva', email: 'eva@example.com', serviceIds: [] };
      const created = await compare(async () => `/providers/${(await send('post', '/providers', eva)).id}`);
      expect(created?.data['serviceIds']).toEqual([]);
    });

    it('reports the hours of the business', async () => {
      const changed = await compare(async () => {
        await send('put', '/business-hours', { workStart: '08:00', workEnd: '17:00' });
        return '/business-hours';
      });
      expect(changed).toMatchObject({ type: 'business_hours.changed', previous: { workStart: '09:00' } });
      await send('put', '/business-hours', { workStart: '09:00', workEnd: '17:00' });
    });

    it('reports special hours, whether they are set, changed or deleted', async () => {
      const path = `/providers/${providerId}/special-hours/${MONDAY}`;
      const hours = [{ start: '12:00', end: '13:00' }];
      const events = await eventsOf(service, async () => {
        await send('put', path, { hours });
        await send('put', path, { hours: [] });
        await send('delete', path);
      });
      expect(events.map(({ type, previous }) => [type, previous])).toEqual([
        ['special_hours.changed', null],
        ['special_hours.changed', { hours }],
        ['special_hours.changed', null],
      ]);
      expect(events[0]?.data).toEqual({ providerId, date: MONDAY, hours, note: null });
    });

    it('reports closures and time off, whose owner the data names', async () => {
      const day = { start: '2026-12-24', end: '2026-12-24', reason: 'Shut' };
      const events = await eventsOf(service, async () => {
        const closure = await send('post', '/closures', day);
        await send('delete', `/closures/${closure.id}`);
        const off = await send('post', `/providers/${providerId}/time-off`, day);
        await send('delete', `/providers/${providerId}/time-off/${off.id}`);
      });
      expect(events.map(({ type }) => type)).toEqual([
        'closure.created',
        'closure.deleted',
        'time_off.created',
        'time_off.deleted',
      ]);
      expect(events[2]?.data).toMatchObject({
        providerId,
        resourceId: null,
        start: '2026-12-24T00:00:00+01:00',
        reason: 'Shut',
      });
    });

    it('reports a new user and its key', async () => {
      expect(await typesOf(() => service.as('staff'))).toEqual(['user.created', 'api_key.created']);
    });
  });
});

/** Readers of events must not be able to change what a customer has booked. */
function withoutLink(resource: object): object {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => name !== 'manageUrl'));
}
