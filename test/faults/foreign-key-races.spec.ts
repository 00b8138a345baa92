import { setTimeout as wait } from 'node:timers/promises';
import { WaitlistWorker } from '../../src/booking/waitlist/offers/waitlist-worker';
import type { Answer, ApiClient } from '../support/api-client';
import { aBooking, anAppointment, aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { deliverEvents } from '../support/webhook-receiver';
import { SCALE } from './support/scale';

/** A deletion, and writes that refer to the deleted row. They run at the same time, through two instances. */
interface Race {
  /** The foreign keys that the race can violate. */
  readonly keys: readonly string[];
  /** Creates the row that both sides need. */
  prepare(admin: ApiClient): Promise<number>;
  remove(admin: ApiClient, id: number): Promise<Answer>;
  readonly writes: readonly ((admin: ApiClient, id: number) => Promise<Answer>)[];
}

/**
 * No request can delete the rows that these refer to meanwhile: only commands delete users and keys, only a cascade does the rest, and a
 * booking with a browser key is written with its appointment.
 */
const WITHOUT_RACE = [
  'api_keys_origin_id_fkey',
  'api_keys_user_id_fkey',
  'appointments_series_id_fkey',
  'appointments_visit_id_fkey',
  'browser_bookings_appointment_id_fkey',
  'busy_times_calendar_id_fkey',
  'holds_api_key_id_fkey',
  'idempotency_records_api_key_id_fkey',
  'providers_id_fkey',
];
const FOREIGN_KEYS = `
  select conname as name from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1`;
const CUSTOMER = { name: 'Mia Keller', email: 'mia@example.com' };
const ROUNDS = SCALE.isLong ? 100 : 15;

describe('Two instances, of which one deletes a row while the other refers to it,', () => {
  let one: TestService;
  let other: TestService;
  let providerId: number;
  let serviceId: number;
  let inRoom: number;

  beforeAll(async () => {
    const environment = { WEBHOOK_ALLOW_PRIVATE: 'on' };
    one = await startTestService({ environment });
    other = await startTestService({ environment, databaseUrl: one.databaseUrl });
    [providerId, serviceId] = [await aProvider(one.admin), await aService(one.admin)];
    inRoom = await aService(one.admin, { resources: [{ kind: ROOM.kind, quantity: 1 }] });
  });

  const clear = async () => {
    await one.query('delete from appointments');
    await one.query('delete from holds');
    await one.query('delete from waitlist_entries');
  };

  afterEach(clear);

  afterAll(async () => {
    await other.stop();
    await one.stop();
  });

  const idOf = async (answer: Promise<Answer>) => (await answer).body.data.id as number;
  let seriesId = 0;
  let entryId = 0;
  let email = '';
  let emails = 0;
  const nextEmail = () => (email = `race${emails++}@example.com`);
  const free = { ignoreSchedule: true };
  const book = (admin: ApiClient, members: object) =>
    admin.post('/appointments', aBooking(providerId, serviceId, { ...free, ...members }));
  const hold = (admin: ApiClient, members: object) =>
    admin.post('/holds', { providerId, serviceId, date: '2026-11-25', start: '10:00', ...members });
  const waitFor = (admin: ApiClient, members: object) =>
    admin.post('/waitlist', {
      ...CUSTOMER,
      serviceId,
      providerId,
      from: '2026-11-25',
      to: '2026-11-26',
      ...members,
    });
  const change = async (admin: ApiClient, members: object) => {
    const { id } = await anAppointment(admin, providerId, serviceId, { ...free, date: '2026-11-24' });
    return admin.patch(`/appointments/${id}`, members);
  };

  const races: Readonly<Record<string, Race>> = {
    location: {
      keys: [
        'appointments_location_id_fkey',
        'closures_location_id_fkey',
        'customers_home_location_id_fkey',
        'holds_location_id_fkey',
        'location_feeds_id_fkey',
        'resources_location_id_fkey',
        'special_hours_location_id_fkey',
        'waitlist_entries_location_id_fkey',
      ],
      prepare: (admin) => idOf(admin.post('/locations', { name: 'Branch', address: 'High Street 1' })),
      remove: (admin, id) => admin.delete(`/locations/${id}`),
      writes: [
        (admin, locationId) => book(admin, { locationId }),
        (admin, locationId) => hold(admin, { locationId }),
        (admin, locationId) => change(admin, { locationId }),
        (admin, locationId) => waitFor(admin, { locationId }),
        (admin, homeLocationId) => admin.post('/customers', { firstName: 'Mia', homeLocationId }),
        (admin, locationId) => admin.post('/resources', { ...ROOM, locationId }),
        (admin, locationId) => admin.post(`/locations/${locationId}/feed`),
        (admin, locationId) =>
          admin.post('/closures', { start: '2031-01-01', end: '2031-01-01', locationId }),
        (admin, locationId) => admin.put('/special-hours/2031-01-01', { hours: [], locationId }),
      ],
    },
    customer: {
      keys: ['appointments_customer_id_fkey'],
      prepare: (admin) => idOf(admin.post('/customers', { firstName: 'Mia', email: nextEmail() })),
      remove: (admin, id) => admin.delete(`/customers/${id}`),
      writes: [(admin) => book(admin, { email }), (admin, customerId) => change(admin, { customerId })],
    },
    'customer who waits': {
      keys: [
        'holds_waitlist_entry_id_fkey',
        'waitlist_entries_customer_id_fkey',
        'waitlist_offers_entry_id_fkey',
      ],
      prepare: async (admin) => {
        const { body } = await waitFor(admin, { email: nextEmail() });
        entryId = body.data.id as number;
        return body.data.customerId as number;
      },
      remove: (admin, id) => admin.delete(`/customers/${id}`),
      writes: [
        async (admin) => {
          await admin.post(`/waitlist/${entryId}/decline`);
          await other.app.get(WaitlistWorker).run();
          return admin.post(`/waitlist/${entryId}/accept`);
        },
        (admin, customerId) => waitFor(admin, { name: undefined, email: undefined, customerId }),
      ],
    },
    'appointment and its customer': {
      keys: ['claims_appointment_id_fkey', 'notifications_customer_id_fkey'],
      prepare: async (admin) => (await anAppointment(admin, providerId, serviceId, free)).id,
      remove: async (admin, id) => {
        const { customerId } = (await admin.get(`/appointments/${id}`)).body.data as { customerId: number };
        await admin.delete(`/appointments/${id}`);
        return admin.delete(`/customers/${customerId}`);
      },
      writes: [
        (admin, id) => admin.post(`/appointments/${id}/notify`),
        (admin, id) => admin.patch(`/appointments/${id}`, { start: '12:00' }),
        async (admin, id) => {
          await admin.patch(`/appointments/${id}`, { status: 'cancelled' });
          return admin.patch(`/appointments/${id}`, { status: 'confirmed' });
        },
      ],
    },
    'appointment of a series': {
      keys: ['series_occurrences_appointment_id_fkey'],
      prepare: async (admin) => {
        const body = { ...CUSTOMER, providerId, serviceId, date: '2026-11-24', start: '10:00' };
        const { data } = (await admin.post('/series', { ...body, rrule: 'FREQ=DAILY;COUNT=3' })).body;
        seriesId = data.id as number;
        return data.appointments[1].id as number;
      },
      remove: (admin, id) => admin.delete(`/appointments/${id}`),
      writes: [
        (admin) => admin.patch(`/series/${seriesId}`, { start: '12:00' }),
        (admin) => admin.patch(`/series/${seriesId}`, { status: 'cancelled' }),
      ],
    },
    service: {
      keys: [
        'appointments_service_id_fkey',
        'holds_service_id_fkey',
        'provider_services_service_id_fkey',
        'waitlist_entries_service_id_fkey',
      ],
      prepare: (admin) => aService(admin),
      remove: (admin, id) => admin.delete(`/services/${id}`),
      writes: [
        (admin, id) => book(admin, { serviceId: id }),
        (admin, id) => hold(admin, { serviceId: id }),
        (admin, id) => waitFor(admin, { serviceId: id }),
        (admin, id) => change(admin, { serviceId: id }),
        (admin, id) => admin.patch(`/providers/${providerId}`, { serviceIds: [serviceId, id] }),
      ],
    },
    webhook: {
      keys: ['webhook_lanes_webhook_id_fkey', 'webhook_replays_webhook_id_fkey'],
      prepare: (admin) => idOf(admin.post('/webhooks', { url: 'http://127.0.0.1:65535/' })),
      remove: (admin, id) => admin.delete(`/webhooks/${id}`),
      writes: [
        (admin, id) => admin.post(`/webhooks/${id}/test`),
        (admin, id) => admin.post(`/webhooks/${id}/replay`, { after: 0 }),
        (admin, id) => admin.post(`/webhooks/${id}/rotate-secret`),
        async (admin) => {
          const answer = await admin.post('/categories', { name: 'Hair' });
          await deliverEvents(other);
          return answer;
        },
      ],
    },
    hold: {
      keys: ['claims_hold_id_fkey'],
      prepare: (admin) => idOf(hold(admin, {})),
      remove: (admin, id) => admin.delete(`/holds/${id}`),
      writes: [(admin, holdId) => admin.post('/appointments', { ...CUSTOMER, holdId })],
    },
    category: {
      keys: ['services_category_id_fkey'],
      prepare: (admin) => idOf(admin.post('/categories', { name: 'Hair' })),
      remove: (admin, id) => admin.delete(`/categories/${id}`),
      writes: [
        (admin, categoryId) => admin.post('/services', { name: 'Cut', durationMin: 30, categoryId }),
        (admin, categoryId) => admin.patch(`/services/${serviceId}`, { categoryId }),
      ],
    },
    resource: {
      keys: ['claims_resource_id_fkey', 'time_off_resource_id_fkey'],
      prepare: (admin) => idOf(admin.post('/resources', ROOM)),
      remove: (admin, id) => admin.delete(`/resources/${id}`),
      writes: [
        (admin) => book(admin, { serviceId: inRoom }),
        (admin) => hold(admin, { serviceId: inRoom }),
        (admin, id) => admin.post(`/resources/${id}/time-off`, TIME_OFF),
      ],
    },
    provider: {
      keys: [
        'appointments_provider_id_fkey',
        'busy_calendars_provider_id_fkey',
        'claims_provider_id_fkey',
        'holds_provider_id_fkey',
        'provider_feeds_id_fkey',
        'provider_services_provider_id_fkey',
        'special_hours_provider_id_fkey',
        'time_off_provider_id_fkey',
        'waitlist_entries_provider_id_fkey',
        'waitlist_offers_provider_id_fkey',
      ],
      prepare: (admin) => aProvider(admin),
      remove: (admin, id) => admin.delete(`/providers/${id}`),
      writes: [
        (admin, id) => book(admin, { providerId: id }),
        (admin, id) => hold(admin, { providerId: id }),
        (admin, id) => waitFor(admin, { providerId: id }),
        (admin, id) => admin.patch(`/services/${serviceId}`, { providerIds: [providerId, id] }),
        (admin, id) => admin.post(`/providers/${id}/time-off`, TIME_OFF),
        (admin, id) => admin.post(`/providers/${id}/feed`),
        (admin, id) => admin.post(`/providers/${id}/busy-calendars`, { url: 'https://8.8.8.8/a.ics' }),
        (admin, id) => admin.put(`/providers/${id}/special-hours/2026-12-20`, { hours: [] }),
      ],
    },
  };

  it.each(Object.entries(races))('answer no request with a 5xx status: %s', async (_name, race) => {
    const failures = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const id = await race.prepare(one.admin);
      const answers = await Promise.all([
        // Starts the deletion later in each round, so that it falls between different statements of the writes.
        wait(round % 15).then(() => race.remove(one.admin, id)),
        ...race.writes.map((write) => write(other.admin, id)),
      ]);
      for (const { status, body } of answers)
        if (status >= 500) failures.add(`${status} ${JSON.stringify(body)}`);
      await clear();
    }
    expect([...failures]).toEqual([]);
  });

  it('are tested with each foreign key of the schema', async () => {
    const names = await one.query<{ name: string }>(FOREIGN_KEYS);
    const raced = Object.values(races).flatMap(({ keys }) => keys);
    expect(names.map(({ name }) => name)).toEqual([...raced, ...WITHOUT_RACE].sort());
  });
});

const ROOM = { name: 'Room 1', kind: 'room' };
const TIME_OFF = { start: '2026-12-21', end: '2026-12-23' };
