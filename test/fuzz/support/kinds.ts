import type { ApiClient } from '../../support/api-client';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';

/** A kind of resource whose ids requests name. */
interface ResourceKind {
  /** The first segment of the paths with `{id}`. */
  readonly owner?: string;
  /** The tables and conditions of the rows that a request can name. */
  readonly rows: string;
  /** Parameters and members of bodies that are ids of it. */
  readonly ids?: readonly string[];
  /** The least id that requests name at random; 1 by default. A small id may be that of a sender. */
  readonly leastOtherId?: number;
  /**
   * The least body with which it is created. Only of kinds that are created, put, patched and deleted by the path of their owner, and
   * have metadata.
   */
  readonly plain?: object;
  /** Makes a row. @param count another number for each row */
  readonly make: (admin: ApiClient, count: number) => Promise<unknown>;
}

const FAR_AWAY = { start: '2031-01-01', end: '2031-01-02' };
const MIA = { name: 'Mia Keller', email: 'mia@example.com' };
/** The users who send the requests: the test service gives their keys this name. Requests name other users and keys, which they may end. */
const SENDERS = `select user_id from api_keys where name = 'Test'`;
/** More than the number of users and of keys in a run. */
const NO_SENDER = 1_000_000;

const theirIds = async (admin: ApiClient) => ({
  providerId: await aProvider(admin),
  serviceId: await aService(admin),
});
const belowAProvider = async (admin: ApiClient, rest: string, body: object) =>
  admin.post(`/providers/${await aProvider(admin)}${rest}`, body);
const aUser = (admin: ApiClient, name: string) =>
  admin.post('/users', { name: MIA.name, email: `${name}@example.com`, roles: ['staff'] });
const aWebhook = (admin: ApiClient) => admin.post('/webhooks', { url: 'https://8.8.8.8/hook' });

const plain = <Owner extends string>(owner: Owner, body: object) => ({
  owner,
  rows: owner,
  plain: body,
  make: (admin: ApiClient) => admin.post(`/${owner}`, body),
});

const TABLE = {
  apiKey: {
    owner: 'api-keys',
    rows: `api_keys where revoked_at is null and user_id not in (${SENDERS})`,
    leastOtherId: NO_SENDER,
    make: async (admin, count) => {
      const userId = (await aUser(admin, `holder${count}`)).body.data.id as number;
      return admin.post('/api-keys', { userId, name: 'Till' });
    },
  },
  appointment: {
    owner: 'appointments',
    rows: 'appointments',
    ids: ['excludeAppointmentId', 'fromAppointmentId'],
    make: async (admin, count) => {
      const { providerId, serviceId } = await theirIds(admin);
      const start = `${String(count % 24).padStart(2, '0')}:00`;
      return anAppointment(admin, providerId, serviceId, { start, ignoreSchedule: true });
    },
  },
  busyCalendar: {
    rows: 'busy_calendars',
    ids: ['calendarId'],
    make: (admin) => belowAProvider(admin, '/busy-calendars', { url: 'https://8.8.8.8/a.ics' }),
  },
  category: { ...plain('categories', { name: 'Hair' }), ids: ['categoryId'] },
  closure: { owner: 'closures', rows: 'closures', make: (admin) => admin.post('/closures', FAR_AWAY) },
  customer: { ...plain('customers', { firstName: 'Mia' }), ids: ['customerId'] },
  hold: {
    owner: 'holds',
    // Clients see the token as the id.
    rows: '(select token as id from holds) hold',
    make: async (admin) =>
      admin.post('/holds', { ...(await theirIds(admin)), date: MONDAY, start: '10:00', ttlSec: 3_600 }),
  },
  location: {
    ...plain('locations', { name: 'Main Street' }),
    ids: ['locationId', 'locationIds', 'homeLocationId'],
  },
  provider: {
    owner: 'providers',
    rows: 'providers',
    ids: ['providerId', 'providerIds'],
    make: (admin) => aProvider(admin),
  },
  resource: plain('resources', { name: 'Room 1', kind: 'room' }),
  series: {
    owner: 'series',
    rows: 'series',
    ids: ['seriesId'],
    make: async (admin) => {
      const rule = { date: MONDAY, start: '10:00', rrule: 'FREQ=WEEKLY;COUNT=2', ignoreSchedule: true };
      return admin.post('/series', { ...MIA, ...(await theirIds(admin)), ...rule });
    },
  },
  service: {
    owner: 'services',
    rows: 'services where deleted_at is null',
    ids: ['serviceId', 'serviceIds'],
    make: (admin) => aService(admin),
  },
  timeOff: {
    rows: 'time_off',
    ids: ['timeOffId'],
    make: (admin) => belowAProvider(admin, '/time-off', FAR_AWAY),
  },
  user: {
    owner: 'users',
    rows: `users where id not in (${SENDERS})`,
    ids: ['userId'],
    leastOtherId: NO_SENDER,
    make: (admin, count) => aUser(admin, `user${count}`),
  },
  visit: {
    owner: 'visits',
    rows: 'visits v where exists (select from appointments a where a.visit_id = v.id)',
    ids: ['visitId'],
    make: async (admin) => {
      const { providerId, serviceId } = await theirIds(admin);
      const items = [{ serviceId, providerId }, { serviceId }];
      return admin.post('/visits', { ...MIA, date: MONDAY, start: '10:00', items });
    },
  },
  waitlistEntry: {
    owner: 'waitlist',
    rows: 'waitlist_entries',
    make: async (admin, count) => {
      const customer = { name: MIA.name, email: `waiting${count}@example.com` };
      return admin.post('/waitlist', { ...customer, ...(await theirIds(admin)), from: MONDAY, to: MONDAY });
    },
  },
  webhook: { owner: 'webhooks', rows: 'webhooks', make: aWebhook },
  delivery: {
    rows: 'webhook_deliveries',
    ids: ['deliveryId'],
    make: async (admin) => admin.post(`/webhooks/${(await aWebhook(admin)).body.data.id}/test`),
  },
} as const satisfies Readonly<Record<string, ResourceKind>>;

export type Kind = keyof typeof TABLE;

export const KINDS: Readonly<Record<Kind, ResourceKind>> = TABLE;

const entries = Object.entries(KINDS) as [Kind, ResourceKind][];

/** The kind of the id in a path by its first segment, where the name of the parameter does not tell. */
export const KIND_OF_OWNER: ReadonlyMap<string, Kind> = new Map(
  entries.flatMap(([kind, { owner }]) => (owner === undefined ? [] : [[owner, kind]])),
);

/** The kind of an id by the name of its parameter or member. */
export const KIND_OF_ID: ReadonlyMap<string, Kind> = new Map(
  entries.flatMap(([kind, { ids = [] }]) => ids.map((id) => [id, kind])),
);
