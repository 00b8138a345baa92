import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { builtDocument } from '../support/openapi/built-document';
import { startTestService, type TestService } from '../support/test-service';
import { operationsOf, requestSchemaOf, resolve, type Schema } from '../../src/platform/openapi/operations';

/** Nothing has this id. */
const NOTHING = 999_999;
const IS_ID = /(^id|Id|Ids)$/;
const A_VIEW = `serviceId=1&providerId=2&date=${MONDAY}`;
const A_RANGE = `serviceId=1&providerId=2&from=${MONDAY}&to=${MONDAY}`;
const A_TIME = { serviceId: 1, providerId: 2, date: MONDAY, start: '09:00' };
const ITEMS = [{ serviceId: 1, providerId: 2 }];
const AN_ENTRY = { name: 'Mia', email: 'mia@example.com', serviceId: 1, from: MONDAY, to: MONDAY };
const A_PROVIDER = { name: 'Ana', email: 'ana@example.com' };
/** Hours that a location is put into. */
const HOURS = [{ start: '09:00', end: '10:00' }];
const A_KEY = { userId: 1, name: 'Till' };
const A_CLOSURE = { start: '2027-01-01', end: '2027-01-01' };
const SCHEDULE = [{ day: 'monday', ...HOURS[0] }];
const A_TEAM = { team: [{ providerIds: [2], count: 1 }] };
const A_TIMETABLE = { timetable: [{ day: 'monday', start: '18:00', providerId: 2 }] };
const A_SERVICE = { name: 'Cut', durationMin: 30, ...A_TEAM, ...A_TIMETABLE };
const OF_SERVICE = [
  ...['categoryId', 'providerIds', 'team[0].providerIds', 'terms[0].providerId'],
  ...['timetable[0].providerId', 'timetable[0].locationId'],
];

/** A request that is right but for the id that a test puts into it, and the ids that it takes. */
const NAMING: Readonly<Record<string, { path?: string; body?: object; ids: readonly string[] }>> = {
  'GET /availability/slots': {
    path: `/availability/slots?${A_VIEW}`,
    ids: ['serviceId', 'providerId', 'excludeAppointmentId', 'locationId'],
  },
  'GET /availability/summary': {
    path: `/availability/summary?${A_RANGE}`,
    ids: ['serviceId', 'providerId', 'locationId'],
  },
  'GET /availability/calendar': {
    path: `/availability/calendar?${A_RANGE}`,
    ids: ['serviceId', 'providerId', 'locationId'],
  },
  'GET /availability/next-available': {
    path: '/availability/next-available?serviceId=1&providerId=2',
    ids: ['serviceId', 'providerId', 'locationId'],
  },
  'POST /availability/check': {
    body: A_TIME,
    ids: ['providerId', 'serviceId', 'customerId', 'excludeAppointmentId', 'locationId', 'resourceIds'],
  },
  'POST /appointments/check-availability': {
    body: A_TIME,
    ids: ['providerId', 'serviceId', 'customerId', 'excludeAppointmentId', 'locationId', 'resourceIds'],
  },
  'POST /availability/search': {
    body: { items: ITEMS, from: MONDAY },
    ids: ['items[0].serviceId', 'items[0].providerId', 'locationId'],
  },
  'POST /appointments': {
    body: { name: 'Mia', email: 'mia@example.com', ...A_TIME },
    ids: ['customerId', 'providerId', 'serviceId', 'locationId', 'resourceIds'],
  },
  'PATCH /appointments/{id}': {
    path: '/appointments/1',
    body: {},
    ids: ['providerId', 'serviceId', 'customerId', 'locationId', 'resourceIds'],
  },
  'POST /appointments/complete': { body: { until: MONDAY }, ids: ['locationId'] },
  'POST /appointments/reassign': {
    body: { from: MONDAY, to: MONDAY, providerId: 2 },
    ids: ['providerId', 'toProviderIds'],
  },
  'POST /series': {
    body: { name: 'Mia', email: 'mia@example.com', ...A_TIME, rrule: 'FREQ=DAILY;COUNT=2' },
    ids: ['customerId', 'providerId', 'serviceId', 'locationId', 'resourceIds'],
  },
  'PATCH /series/{id}': {
    path: '/series/1',
    body: {},
    ids: ['providerId', 'serviceId', 'locationId', 'fromAppointmentId'],
  },
  'POST /holds': { body: A_TIME, ids: ['providerId', 'serviceId', 'locationId', 'resourceIds'] },
  'POST /visits': {
    body: { name: 'Mia', email: 'mia@example.com', date: MONDAY, start: '09:00', items: ITEMS },
    ids: ['customerId', 'locationId', 'items[0].serviceId', 'items[0].providerId'],
  },
  'POST /waitlist': { body: AN_ENTRY, ids: ['customerId', 'serviceId', 'providerId', 'locationId'] },
  'POST /api-keys': { body: A_KEY, ids: ['userId', 'providerIds', 'locationIds'] },
  'PATCH /api-keys/{id}': { path: '/api-keys/2', body: {}, ids: ['providerIds', 'locationIds'] },
  'POST /customers': { body: { firstName: 'Mia' }, ids: ['homeLocationId'] },
  'PUT /customers/{id}': { path: '/customers/1', body: { firstName: 'Mia' }, ids: ['homeLocationId'] },
  'PATCH /customers/{id}': { path: '/customers/1', body: {}, ids: ['homeLocationId'] },
  'POST /services': { body: A_SERVICE, ids: OF_SERVICE },
  'PUT /services/{id}': { path: '/services/1', body: A_SERVICE, ids: OF_SERVICE },
  'PATCH /services/{id}': { path: '/services/1', body: { ...A_TEAM, ...A_TIMETABLE }, ids: OF_SERVICE },
  'POST /providers': {
    body: { ...A_PROVIDER, schedule: SCHEDULE },
    ids: ['serviceIds', 'schedule[0].locationId'],
  },
  'PUT /providers/{id}': {
    path: '/providers/2',
    body: { ...A_PROVIDER, schedule: SCHEDULE },
    ids: ['serviceIds', 'schedule[0].locationId'],
  },
  'PATCH /providers/{id}': {
    path: '/providers/2',
    body: { schedule: SCHEDULE },
    ids: ['serviceIds', 'schedule[0].locationId'],
  },
  'PUT /providers/{id}/special-hours/{date}': {
    path: `/providers/2/special-hours/${MONDAY}`,
    body: { hours: HOURS },
    ids: ['hours[0].locationId'],
  },
  'PATCH /visits/{id}': {
    path: '/visits/1',
    body: { items: [{ serviceId: 1, providerId: 2 }] },
    ids: ['items[0].serviceId', 'items[0].providerId'],
  },
  'POST /closures': { body: A_CLOSURE, ids: ['locationId'] },
  'PUT /special-hours/{date}': {
    path: `/special-hours/${MONDAY}`,
    body: { hours: HOURS },
    ids: ['locationId'],
  },
  'POST /resources': { body: { name: 'Room', kind: 'room' }, ids: ['locationId'] },
  'PUT /resources/{id}': { path: '/resources/1', body: { name: 'Room', kind: 'room' }, ids: ['locationId'] },
  'PATCH /resources/{id}': { path: '/resources/1', body: {}, ids: ['locationId'] },
};

type Listing = Readonly<Record<string, readonly object[]>>;

/** Lists, which an unknown id leaves empty. */
const FILTERING: Readonly<Record<string, readonly string[]>> = {
  'GET /appointments': ['providerId', 'serviceId', 'customerId', 'locationId', 'seriesId', 'visitId'],
  'GET /appointments/search': ['providerId', 'serviceId', 'customerId', 'locationId', 'seriesId', 'visitId'],
  'GET /sessions': ['providerId', 'serviceId'],
  'GET /waitlist': ['serviceId', 'providerId', 'locationId', 'customerId'],
  'GET /services': ['categoryId', 'providerId'],
  'GET /providers': ['serviceId'],
  'GET /resources': ['locationId'],
  'GET /closures': ['locationId'],
  'GET /special-hours': ['locationId'],
  'GET /events': ['resourceId'],
  'GET /audit': ['resourceId', 'userId'],
  'GET /api-keys': ['userId'],
};

/**
 * What tests of their own cover: `providerIds` takes the place of `providerId`, counts are zero, a stream is silent, a webhook has no such
 * delivery, a list in a list, a hold is expired, a location has no special hours on the date.
 */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'GET /appointments/counts': ['providerId', 'serviceId', 'locationId'],
  'GET /appointments/summary': ['providerId', 'serviceId', 'locationId'],
  'GET /events/stream': ['resourceId'],
  'GET /webhooks/{id}/deliveries': ['eventId'],
  'POST /appointments': ['holdId', 'providerIds'],
  'PUT /providers/{id}/special-hours': ['days[0].hours[0].locationId'],
  'POST /holds': ['providerIds'],
  'DELETE /special-hours/{date}': ['locationId'],
  'POST /series': ['providerIds'],
  'POST /availability/check': ['providerIds'],
  'POST /appointments/check-availability': ['providerIds'],
};

describe('An id that names nothing', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    const [haircut, ana] = [await aService(admin), await aProvider(admin)];
    await anAppointment(admin, ana, haircut, { start: '15:00' });
    await admin.post('/series', aBooking(ana, haircut, { start: '16:00', rrule: 'FREQ=DAILY;COUNT=2' }));
    const guest = { name: 'Mia', email: 'mia@example.com', date: MONDAY, start: '12:00' };
    await admin.post('/visits', { ...guest, items: [{ serviceId: haircut, providerId: ana }] });
    await admin.post('/resources', { name: 'Room', kind: 'room' });
    await admin.post('/waitlist', AN_ENTRY);
    await admin.post('/closures', A_CLOSURE);
    await admin.post('/api-keys', A_KEY);
    await admin.put('/special-hours/2027-01-01', { hours: HOURS });
  });

  afterAll(() => service.stop());

  /** Sends the request of an operation with some ids that name nothing. */
  function sendWith(operation: string, ids: readonly string[]) {
    const [method = '', template = ''] = operation.split(' ');
    const { path = template, body } = NAMING[operation] ?? {};
    return body === undefined
      ? service.admin.get(ids.reduce(withId, path))
      : service.admin.send(method, path, { body: ids.reduce(withMember, body) });
  }

  const named = Object.entries(NAMING).flatMap(([operation, { ids }]) => ids.map((id) => [operation, id]));

  it.each(named)('is refused by its name: %s of %s', async (operation, id) => {
    const { status, body: answer } = await sendWith(operation, [id]);
    expect([status, answer.error?.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(answer.error.details).toEqual({ [id]: expect.any(String) });
  });

  const writes = Object.entries(NAMING).map(([operation, { ids }]) => [operation, ids] as const);

  it.each(writes)('is reported together with all others: %s', async (operation, ids) => {
    // Which resources a booking needs follows from its service.
    const together = ids.filter((id) => id !== 'resourceIds');
    const { status, body } = await sendWith(operation, together);
    expect([status, body.error?.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(Object.keys(body.error.details as object).toSorted()).toEqual(together.toSorted());
  });

  const filtered = Object.entries(FILTERING).flatMap(([operation, ids]) => ids.map((id) => [operation, id]));

  it.each(filtered)('leaves a list empty: %s of %s', async (operation, id) => {
    const [, path = ''] = operation.split(' ');
    const range = path === '/sessions' ? `from=${MONDAY}&to=${MONDAY}&` : '';
    const answer = await service.admin.get(`${path}?${range}${id}=${NOTHING}`);
    expect([answer.status, answer.body.data]).toEqual([200, []]);
  });

  it('is tried for every id that the OpenAPI document knows', () => {
    const document = builtDocument(service.app);
    const idsOf = (schema: Schema, prefix: string): string[] =>
      Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
        const { items } = resolve(member, document.components?.schemas ?? {});
        const nested =
          items && idsOf(resolve(items, document.components?.schemas ?? {}), `${prefix}${name}[0].`);
        return [...(IS_ID.test(name) ? [prefix + name] : []), ...(nested ?? [])];
      });
    const known = operationsOf(document).flatMap(({ method, path, operation }) => {
      const query = (operation.parameters ?? []).flatMap((each) =>
        'in' in each && each.in === 'query' && IS_ID.test(each.name) ? [each.name] : [],
      );
      const body = requestSchemaOf(operation, document);
      const members = body === undefined ? [] : idsOf(body, '');
      return [...query, ...members].map((id) => `${method} ${path} ${id}`);
    });
    const tried = [
      ...named.map((each) => each.join(' ')),
      ...[FILTERING, ELSEWHERE].flatMap((table) =>
        Object.entries(table).flatMap(([operation, ids]) => ids.map((id) => `${operation} ${id}`)),
      ),
    ];
    expect(known.toSorted()).toEqual(tried.toSorted());
  });
});

/** The path with the id in place of the one that it has. */
function withId(path: string, id: string): string {
  const [pathname = '', query = ''] = path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set(id, String(NOTHING));
  return `${pathname}?${parameters.toString()}`;
}

function withMember(body: object, id: string): object {
  const [, list, member] = /^(\w+)\[0\]\.(\w+)$/.exec(id) ?? [];
  if (list !== undefined && member !== undefined)
    return { ...body, [list]: [{ ...(body as Listing)[list]?.[0], [member]: valueOf(member) }] };
  return { ...body, [id]: valueOf(id) };
}

function valueOf(member: string): number | readonly number[] {
  return member.endsWith('Ids') ? [NOTHING] : NOTHING;
}
