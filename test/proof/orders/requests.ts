import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type PlacedOperation } from '../../../src/platform/openapi/operations';
import type { Answer, ApiClient, Sending } from '../../support/api-client';
import { exampleOf } from '../../support/openapi/request-ids';
import { DAY, WEEK_LATER, type World } from './world';

/** A request that can be sent any number of times. */
export interface PreparedRequest {
  /** The id of the operation, and what is special. */
  readonly name: string;
  send(client: ApiClient): Promise<Answer>;
}

/** Operations that only read, although they are POSTs. */
const READS = new Set(['availabilityCheck', 'visitSearchSearch', 'appointmentsCheck']);

const AT_TEN = { date: DAY, start: '10:00' };
const NEW = { name: 'New', email: 'new@example.com' };
const HOURS = { hours: [{ start: '09:00', end: '12:00' }] };
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function picture(): FormData {
  const form = new FormData();
  form.set('image', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'ana.png');
  return form;
}

/**
 * Bodies that meet others: most are about one provider on one day. What has none here gets the example of the document, if it takes one.
 * Of some operations there are more requests, as `operation: what is special`.
 */
function bodiesOf(world: World): Readonly<Record<string, object>> {
  const { ana, bo, cut, lesson, ivo, eva, kim, category, other, at } = world;
  const atTen = at('10:00', { customerId: eva });
  const items = [cut, lesson].map((serviceId) => ({ serviceId, providerId: bo }));
  const seat = { serviceId: lesson, date: '2026-12-02' };
  const newcomer = { serviceId: cut, ...AT_TEN, ...NEW };
  const twoDays = { start: DAY, end: '2026-12-02' };
  return {
    appointmentsCreate: atTen,
    'appointmentsCreate: with a key': at('10:30', { customerId: eva, providerId: bo }),
    'appointmentsCreate: of the hold': at('16:00', { customerId: ivo, holdId: world.ids.holds }),
    'appointmentsCreate: the last seat': at('10:00', { ...seat, customerId: ivo }),
    'appointmentsCreate: new customer, with any provider': { ...newcomer, anyProvider: true },
    seriesBook: { ...atTen, ...NEW, customerId: undefined, rrule: 'FREQ=WEEKLY;COUNT=2' },
    holdsPlace: at('10:00', { customerId: undefined }),
    visitsBook: { customerId: ivo, ...AT_TEN, items },
    waitlistAdd: { customerId: ivo, serviceId: cut, providerId: ana, from: DAY, to: DAY },
    webhooksCreate: { url: 'https://8.8.8.8/other' },
    servicesCreate: { name: 'Wash', durationMin: 15, categoryId: category, providerIds: [ana] },
    categoriesCreate: { name: 'Nails' },
    providersCreate: { name: 'Cy', email: 'cy@example.com', serviceIds: [cut] },
    customersCreate: { firstName: 'New', email: 'new@example.com' },
    businessHoursReplace: { workStart: '08:00', workEnd: '18:00', days: ['tuesday'] },
    businessHoursReplaceByPost: { workStart: '10:00', workEnd: '12:00', days: ['tuesday', 'friday'] },
    locationsCreate: { name: 'New', is_primary: true },
    resourcesCreate: { name: 'Room 3', kind: 'room', locationId: other },
    closuresCreate: { ...twoDays, reason: 'Ill', appointments: 'cancel' },
    appointmentsChange: { ...AT_TEN, customerId: ivo, metadata: { a: '1' } },
    'appointmentsChange: If-Match': { notes: 'Matched' },
    seriesChange: { start: '10:00', fromAppointmentId: world.first },
    visitsChange: { start: '10:00' },
    webhooksReplace: { url: 'https://8.8.8.8/replaced' },
    webhooksChange: { description: 'Changed' },
    servicesReplace: { name: 'Cut', durationMin: 45, providerIds: [ana] },
    servicesChange: { capacity: 2, metadata: { a: '1' } },
    'servicesChange: If-Match': { price: 31 },
    categoriesReplace: { name: 'Other' },
    categoriesChange: { description: 'Changed' },
    providersReplace: { name: 'Ana B', email: 'ana@example.com', serviceIds: [cut] },
    providersChange: { serviceIds: [lesson], maxPerDay: 5, slug: 'ana' },
    customersReplace: { firstName: 'Ivo', lastName: 'B', email: 'new@example.com' },
    customersChange: { notes: 'Changed' },
    locationsReplace: { name: 'Replaced', is_primary: true },
    locationsChange: { address: 'Changed' },
    resourcesReplace: { name: 'Replaced', kind: 'chair' },
    resourcesChange: { active: false },
    manageAnswer: { answers: { size: 'M' } },
    manageMove: AT_TEN,
    appointmentsSetStatus: { status: 'cancelled' },
    'appointmentsSetStatus: completed': { status: 'completed' },
    reassignmentReassign: { from: DAY, to: DAY, providerId: ana, toProviderIds: [bo] },
    webhookDeliveriesReplay: { after: 0 },
    profileImageReplace: picture(),
    businessSpecialHoursSet: HOURS,
    providerSpecialHoursSetMany: { days: [DAY, WEEK_LATER].map((date) => ({ date, ...HOURS })) },
    providerSpecialHoursSet: { ...HOURS, note: 'Changed' },
    timeOffCreate: { ...twoDays, appointments: 'reassign', otherwise: 'cancel' },
    resourceTimeOffCreate: { ...twoDays, reason: 'Paint' },
    busyCalendarsCreate: { url: 'https://8.8.8.8/more.ics' },
    busyCalendarsReplace: { url: 'https://8.8.8.8/new.ics' },
    busyCalendarsChange: { active: false },
    usersCreate: { name: 'Lee', email: 'lee@example.com', roles: ['staff'] },
    usersChange: { active: false },
    apiKeysCreate: { userId: kim, name: 'New' },
    apiKeysChange: { scopes: ['appointments:read'] },
  };
}

/** One request for each operation of the document that writes, and the special ones. @throws Error when a body is of no operation */
export function requestsOf(document: OpenAPIObject, world: World): readonly PreparedRequest[] {
  const bodies = bodiesOf(world);
  const writing = operationsOf(document).filter(
    ({ method, operation }) => method !== 'GET' && !READS.has(operation.operationId ?? ''),
  );
  const requests = writing.flatMap((placed) => {
    const { operationId = '' } = placed.operation;
    const special = Object.keys(bodies).filter((name) => name.startsWith(`${operationId}:`));
    return [operationId, ...special].map((name) => {
      const body = bodies[name] ?? exampleOf(placed);
      const headers = world.headers[name];
      const sending: Sending =
        body instanceof FormData ? { raw: body } : { body, ...(headers && { headers }) };
      return {
        name,
        send: (client: ApiClient) => client.send(placed.method, pathOf(placed, world), sending),
      };
    });
  });
  const unknown = Object.keys(bodies).filter((each) => requests.every(({ name }) => name !== each));
  if (unknown.length > 0) throw new Error(`no operation: ${unknown.join(', ')}`);
  return requests;
}

/** The path with what its operation names in it, or what all do: by the kind of the resource, or by name. */
function pathOf({ path, operation: { operationId = '' } }: PlacedOperation, { ids, special }: World): string {
  const all: Readonly<Record<string, unknown>> = ids;
  const values = { id: all[path.split('/')[1] ?? ''], ...all, ...special[operationId] };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { [name]: value } = values as Readonly<Record<string, number | string | undefined>>;
    if (value === undefined) throw new Error(`world.ts has no ${name} for ${path}`);
    return String(value);
  });
}
