import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiClient } from '../../support/api-client';
import { anAppointment, aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

/** The ids of other records that a member can refer to. */
interface Others {
  readonly provider: number;
  readonly service: number;
  readonly customer: number;
  readonly location: number;
  readonly category: number;
  /** One that no appointment takes by itself, because others have lower ids. */
  readonly resource: number;
}

interface TaggedResource {
  /** The name of the schema of the body that changes the resource. */
  readonly body: string;
  /** Creates a resource of which a member is to change. */
  readonly path: (client: ApiClient, member: string) => Promise<string>;
  readonly method: 'PATCH' | 'PUT';
  /** For each member of the body, a body that changes this member. */
  readonly changes: (others: Others) => Readonly<Record<string, object>>;
}

const HOURS = { workStart: '09:00', workEnd: '17:00' };

async function made(client: ApiClient, collection: string, body: object): Promise<string> {
  const answer = await client.post(collection, body);
  expect(answer.status).toBe(201);
  return `${collection}/${answer.body.data.id}`;
}

const QUESTIONS = [{ key: 'age', label: 'How old?', type: 'number' }];

const CANCELLATION = {
  cancelledBy: { status: 'cancelled', cancelledBy: 'customer' },
  cancelReason: { status: 'cancelled', cancelReason: 'Is ill' },
};

const RESOURCES: readonly TaggedResource[] = [
  {
    body: 'BusyCalendarPatch',
    method: 'PATCH',
    path: async (client) =>
      made(client, `/providers/${await aProvider(client)}/busy-calendars`, {
        url: 'https://8.8.8.8/ana.ics',
      }),
    changes: () => ({
      url: { url: 'https://8.8.8.8/eva.ics' },
      name: { name: 'Clinic' },
      active: { active: false },
      busyIf: { busyIf: 'all' },
    }),
  },
  {
    body: 'CategoryPatch',
    method: 'PATCH',
    path: (client) => made(client, '/categories', { name: 'Hair' }),
    changes: () => ({
      name: { name: 'Skin' },
      description: { description: 'All of it' },
      color: { color: '#112233' },
      active: { active: false },
      metadata: { metadata: { crmId: 'C-1042' } },
    }),
  },
  {
    body: 'ServicePatch',
    method: 'PATCH',
    path: async (client) => `/services/${await aService(client)}`,
    changes: ({ category, provider }) => ({
      name: { name: 'Colour' },
      description: { description: 'With care' },
      durationMin: { durationMin: 35 },
      price: { price: 12.5 },
      categoryId: { categoryId: category },
      active: { active: false },
      bufferBeforeMin: { bufferBeforeMin: 5 },
      bufferAfterMin: { bufferAfterMin: 5 },
      slotIntervalMin: { slotIntervalMin: 10 },
      minNoticeMin: { minNoticeMin: 60 },
      maxAdvanceDays: { maxAdvanceDays: 30 },
      capacity: { capacity: 12 },
      pendingMin: { pendingMin: 30 },
      webStatus: { webStatus: 'pending' },
      confirmWhenPaid: { confirmWhenPaid: true },
      resources: { resources: [{ kind: 'room', quantity: 1 }] },
      maxActivePerCustomer: { maxActivePerCustomer: 3 },
      maxPerDay: { maxPerDay: 9 },
      cancelUntilMin: { cancelUntilMin: 60 },
      moveUntilMin: { moveUntilMin: 120 },
      policyText: { policyText: 'A day before.' },
      terms: { terms: [{ providerId: provider, durationMin: 50 }] },
      durationOptions: { durationOptions: [{ durationMin: 70, price: 70 }] },
      questions: { questions: QUESTIONS },
      team: { team: [{ providerIds: [provider], count: 1 }] },
      startsAt: { startsAt: 'schedule' },
      timetable: { timetable: [{ day: 'monday', start: '18:00', providerId: provider }] },
      providerIds: { providerIds: [provider] },
      metadata: { metadata: { crmId: 'C-1042' } },
    }),
  },
  {
    body: 'ProviderPatch',
    method: 'PATCH',
    path: async (client, member) => {
      // To derive a password takes as long as the test of another member.
      const members = member === 'password' ? { password: 'the first one' } : {};
      return `/providers/${await aProvider(client, members)}`;
    },
    changes: ({ service }) => ({
      name: { name: 'Ana Silva' },
      email: { email: 'ana.silva@example.com' },
      phone: { phone: '030 1' },
      password: { password: 'another one' },
      color: { color: '#112233' },
      slug: { slug: 'tagged' },
      timezone: { timezone: 'Asia/Tokyo' },
      schedule: { schedule: [{ day: 'monday', start: '09:00', end: '12:00' }] },
      maxPerDay: { maxPerDay: 9 },
      serviceIds: { serviceIds: [service] },
      active: { active: false },
      metadata: { metadata: { crmId: 'C-1042' } },
    }),
  },
  {
    body: 'CustomerPatch',
    method: 'PATCH',
    path: (client) => made(client, '/customers', { firstName: 'Mia' }),
    changes: ({ location }) => ({
      firstName: { firstName: 'Ida' },
      lastName: { lastName: 'Keller' },
      name: { name: 'Zoe Ek' },
      email: { email: 'mia@example.com' },
      phone: { phone: '030 1' },
      address: { address: '7 Park Lane' },
      notes: { notes: 'Prefers mornings' },
      language: { language: 'de' },
      timezone: { timezone: 'Europe/Lisbon' },
      homeLocationId: { homeLocationId: location },
      metadata: { metadata: { crmId: 'C-1042' } },
    }),
  },
  {
    body: 'LocationPatch',
    method: 'PATCH',
    path: async (client) => {
      await made(client, '/locations', { name: 'Primary', is_primary: true });
      return made(client, '/locations', { name: 'North' });
    },
    changes: () => ({
      name: { name: 'South' },
      address: { address: '7 Park Lane' },
      hours: { hours: [{ day: 'monday', start: '09:00', end: '10:00' }] },
      timezone: { timezone: 'Europe/Lisbon' },
      senderName: { senderName: 'Salon Lisboa' },
      phone: { phone: '+351 21 342 0001' },
      email: { email: 'lisboa@example.com' },
      language: { language: 'pt' },
      policyText: { policyText: 'The door closes at eight.' },
      is_primary: { is_primary: true },
      metadata: { metadata: { crmId: 'C-1042' } },
    }),
  },
  {
    body: 'ResourcePatch',
    method: 'PATCH',
    path: (client) => made(client, '/resources', { name: 'Room 1', kind: 'room' }),
    changes: ({ location }) => ({
      name: { name: 'Room 2' },
      kind: { kind: 'chair' },
      locationId: { locationId: location },
      active: { active: false },
      metadata: { metadata: { crmId: 'C-1042' } },
    }),
  },
  {
    body: 'WebhookPatch',
    method: 'PATCH',
    path: (client) => made(client, '/webhooks', { url: 'https://8.8.8.8/hook' }),
    changes: () => ({
      url: { url: 'https://8.8.8.8/other' },
      description: { description: 'CRM' },
      types: { types: ['appointment.*'] },
      active: { active: false },
    }),
  },
  {
    body: 'BusinessHoursWrite',
    method: 'PUT',
    path: async (client) => {
      await client.put('/business-hours', { ...HOURS, days: ['monday', 'tuesday'] });
      return '/business-hours';
    },
    changes: () => ({
      workStart: { ...HOURS, workStart: '08:00' },
      workEnd: { ...HOURS, workEnd: '18:00' },
      days: { ...HOURS, days: ['friday'] },
    }),
  },
  {
    body: 'AppointmentPatch',
    method: 'PATCH',
    path: async (client) => {
      const needs = { capacity: 2, resources: [{ kind: 'tagged', quantity: 1 }], questions: QUESTIONS };
      const { id } = await anAppointment(client, await aProvider(client), await aService(client, needs));
      return `/appointments/${id}`;
    },
    changes: ({ provider, service, customer, location, resource }) => ({
      providerId: { providerId: provider },
      serviceId: { serviceId: service },
      customerId: { customerId: customer },
      locationId: { locationId: location },
      date: { date: '2026-11-24' },
      start: { start: '11:00' },
      end: { end: '10:40' },
      status: { status: 'completed' },
      ...CANCELLATION,
      arrivedAt: { arrivedAt: '2026-11-20T07:58:30Z' },
      startedAt: { startedAt: '2026-11-20T07:59:00Z' },
      payment_status: { payment_status: 'paid' },
      price: { price: 12.5 },
      notes: { notes: 'Rings first' },
      answers: { answers: { age: 7 } },
      seats: { seats: 2 },
      resourceIds: { resourceIds: [resource] },
      ignoreSchedule: {},
      notify: {},
      metadata: { metadata: { crmId: 'C-1042' } },
    }),
  },
  {
    body: 'SeriesPatch',
    method: 'PATCH',
    path: async (client) =>
      made(client, '/series', {
        ...{ name: 'Mia Keller', email: 'mia@example.com', rrule: 'FREQ=WEEKLY;COUNT=2' },
        ...{
          providerId: await aProvider(client),
          serviceId: await aService(client, { questions: QUESTIONS }),
        },
        ...{ date: '2026-11-24', start: '10:00' },
      }),
    changes: ({ provider, service, location }) => ({
      start: { start: '11:00' },
      providerId: { providerId: provider },
      serviceId: { serviceId: service },
      locationId: { locationId: location },
      notes: { notes: 'Rings first' },
      answers: { answers: { age: 7 } },
      status: { status: 'completed' },
      ...CANCELLATION,
      fromAppointmentId: {},
      onConflict: {},
      dryRun: {},
      notify: {},
    }),
  },
  {
    body: 'VisitPatch',
    method: 'PATCH',
    path: async (client) => {
      const serviceId = await aService(client, { providerIds: [await aProvider(client)] });
      return made(client, '/visits', {
        ...{ name: 'Mia Keller', email: 'mia@example.com', items: [{ serviceId }] },
        ...{ date: '2026-11-24', start: '10:00' },
      });
    },
    changes: ({ service }) => ({
      date: { date: '2026-11-25' },
      start: { start: '11:00' },
      items: { items: [{ serviceId: service }] },
      maxGapMin: {},
      status: { status: 'cancelled' },
      ...CANCELLATION,
      notify: {},
    }),
  },
];

/** Members that control the write and are not stored. */
const NOT_STORED = ['ignoreSchedule', 'notify', 'fromAppointmentId', 'onConflict', 'dryRun', 'maxGapMin'];

interface Schemas {
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: object }>> };
}

const { schemas } = (
  JSON.parse(readFileSync(join(__dirname, '../../../docs/openapi.json'), 'utf8')) as Schemas
).components;

describe.each(RESOURCES)(
  'the entity tag of a resource that $body changes',
  ({ body, method, path, changes }) => {
    let service: TestService;
    let others: Others;
    const members = Object.keys(schemas[body]?.properties ?? {});

    beforeAll(async () => {
      service = await startTestService();
      const idIn = async (collection: string, write: object) =>
        Number((await made(service.admin, collection, write)).split('/').at(-1));
      const room = () => idIn('/resources', { name: 'Room', kind: 'tagged' });
      // One for each appointment of the tests below.
      await Promise.all(members.map(room));
      others = {
        provider: await aProvider(service.admin),
        service: await aService(service.admin),
        customer: await idIn('/customers', { firstName: 'Other' }),
        location: await idIn('/locations', { name: 'Other' }),
        category: await idIn('/categories', { name: 'Other' }),
        resource: await room(),
      };
    });

    afterAll(() => service.stop());

    const tagOf = async (address: string) => (await service.admin.get(address)).headers.get('etag');

    it('is tested with every member that the document lists', () => {
      expect(Object.keys(changes(others)).toSorted()).toEqual(members.toSorted());
    });

    it.each(members.filter((member) => !NOT_STORED.includes(member)))(
      'changes with %s, so that a second write with the old tag is refused',
      async (member) => {
        const address = await path(service.admin, member);
        const before = (await tagOf(address)) ?? 'none';
        const write = changes(others)[member];
        const headers = { 'if-match': before };
        const first = await service.admin.send(method, address, { body: write, headers });
        expect([first.status, first.body]).toEqual([200, expect.anything()]);
        expect(first.headers.get('etag')).not.toBe(before);
        expect(await tagOf(address)).toBe(first.headers.get('etag'));
        expect((await service.admin.send(method, address, { body: write, headers })).status).toBe(412);
      },
    );
  },
);
