import { numberEvents } from '../../support/events';
import { SureRequests } from '../../support/sure-requests';
import type { TestService } from '../../support/test-service';
import { makeOffers } from '../../support/waiting';

/** The day that all requests are about: a Tuesday. */
export const DAY = '2026-12-01';
export const WEEK_LATER = '2026-12-08';
const LONG_HOURS = { hours: [{ start: '08:00', end: '18:00' }] };

/** The ids and tokens that the requests name. */
export type World = Awaited<ReturnType<typeof openWorld>>;

const guest = (name: string) => ({ name, email: `${name.toLowerCase()}@example.com` });
const tokenOf = ({ manageUrl }: Readonly<Record<string, unknown>>) => String(manageUrl).split('/').at(-1);

/** A small business in which each operation has something to act on, and most of them the same provider on the same day. */
export async function openWorld(service: TestService) {
  const sure = new SureRequests(service.admin);
  await sure.make('/locations', { name: 'Place' });
  const other = await sure.make('/locations', { name: 'Other' });
  const category = await sure.make('/categories', { name: 'Hair' });
  const room = (name: string) => sure.make('/resources', { name, kind: 'room' });
  const rooms = [await room('Room 1'), await room('Room 2')] as const;
  const ana = await sure.make('/providers', { name: 'Ana', email: 'ana@example.com', maxPerDay: 12 });
  const bo = await sure.make('/providers', { name: 'Bo', email: 'bo@example.com' });
  const cut = await sure.make('/services', {
    ...{ name: 'Cut', durationMin: 30, price: 30, categoryId: category, maxPerDay: 20 },
    ...{ resources: [{ kind: 'room', quantity: 1 }], providerIds: [ana, bo] },
    questions: [{ key: 'size', label: 'Size?', type: 'text' }],
  });
  const group = { durationMin: 60, capacity: 2, maxActivePerCustomer: 1 };
  const kim = await sure.make('/users', { name: 'Kim', email: 'kim@example.com', roles: ['staff'] });
  const lesson = await sure.make('/services', { name: 'Lesson', ...group });
  const mia = await sure.make('/customers', { firstName: 'Mia', email: 'mia@example.com' });
  const ivo = await sure.make('/customers', { firstName: 'Ivo', email: 'ivo@example.com' });
  const eva = await sure.make('/customers', { firstName: 'Eva', email: 'eva@example.com' });
  const at = (start: string, members: object = {}) => ({
    ...{ providerId: ana, serviceId: cut, date: DAY, start, customerId: mia },
    ...members,
  });
  const booked = await sure.answer('post', '/appointments', at('09:00', { answers: { size: 'S' } }));
  const seat = { ...guest('Seat'), customerId: undefined, serviceId: lesson, date: '2026-12-02' };
  await sure.make('/appointments', at('10:00', seat));
  // Eva may have one appointment more.
  await sure.make('/appointments', at('09:00', { customerId: eva, providerId: bo, date: '2026-12-03' }));
  const series = await sure.answer('post', '/series', at('15:00', { rrule: 'FREQ=WEEKLY;COUNT=2' }));
  const items = [
    { serviceId: cut, providerId: ana },
    { serviceId: lesson, providerId: bo },
  ];
  const visit = await sure.answer('post', '/visits', { customerId: mia, date: DAY, start: '13:00', items });
  const hold = await sure.answer('post', '/holds', at('16:00', { customerId: undefined, ttlSec: 3_600 }));
  const waits = { serviceId: cut, providerId: ana, from: DAY, to: DAY, timeFrom: '11:00', timeTo: '11:30' };
  const entry = await sure.answer('post', '/waitlist', { ...guest('Waits'), ...waits });
  await makeOffers(service);
  const webhook = await sure.make('/webhooks', { url: 'https://8.8.8.8/hook' });
  const delivery = await sure.answer('post', `/webhooks/${webhook}/test`, undefined);
  await service.query(`update webhook_deliveries set status = 'failed', next_attempt_at = null`);
  await numberEvents(service);
  for (const feed of ['/feed', `/providers/${ana}/feed`, `/locations/${other}/feed`])
    await sure.answer('post', feed, undefined);
  await sure.send('put', `/special-hours/${DAY}`, LONG_HOURS);
  await sure.send('put', `/providers/${ana}/special-hours/${WEEK_LATER}`, LONG_HOURS);
  await sure.send('patch', `/services/${cut}`, { maxActivePerCustomer: 2 });
  const away = { start: `${DAY}T12:00:00Z`, end: `${DAY}T12:30:00Z` };
  // At ten only the second room is free.
  const painting = { start: `${DAY}T10:00:00Z`, end: `${DAY}T10:30:00Z` };
  const painted = await sure.make(`/resources/${rooms[0]}/time-off`, painting);
  const [first] = series['appointments'] as { id: number }[];
  const ofWaiting = { token: tokenOf(entry) };
  const later = { date: WEEK_LATER };
  /** What stands in paths, by the first part of the path, or by name. */
  const ids = {
    ...{ appointments: booked['id'], series: series['id'], visits: visit['id'], holds: hold['id'] },
    ...{ waitlist: entry['id'], webhooks: webhook, services: cut, categories: category, customers: ivo },
    ...{ providers: ana, locations: other, resources: rooms[1], date: DAY, token: tokenOf(booked) },
    closures: await sure.make('/closures', { start: '2026-12-24', end: '2026-12-26' }),
    timeOffId: await sure.make(`/providers/${ana}/time-off`, away),
    calendarId: await sure.make(`/providers/${ana}/busy-calendars`, { url: 'https://8.8.8.8/ana.ics' }),
    deliveryId: delivery['id'],
    users: kim,
    'api-keys': await sure.make('/api-keys', { userId: kim, name: 'Till' }),
  };
  /** The same for single operations. */
  const special: Readonly<Record<string, object>> = {
    ...{ manageAccept: ofWaiting, manageDecline: ofWaiting },
    ...{ providerSpecialHoursSet: later, providerSpecialHoursRemove: later },
    resourceTimeOffRemove: { id: rooms[0], timeOffId: painted },
  };
  /** By the name of the request. */
  const headers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'appointmentsCreate: with a key': { 'idempotency-key': 'once' },
    'appointmentsChange: If-Match': {
      'if-match': await tagOf(service, `/appointments/${String(booked['id'])}`),
    },
    'servicesChange: If-Match': { 'if-match': await tagOf(service, `/services/${cut}`) },
  };
  return {
    ids,
    special,
    headers,
    other,
    category,
    ana,
    bo,
    cut,
    lesson,
    ivo,
    eva,
    kim,
    at,
    first: first?.id,
  };
}

async function tagOf({ admin }: TestService, path: string): Promise<string> {
  return (await admin.get(path)).headers.get('etag') ?? '';
}
