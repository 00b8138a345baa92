import type { EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';
import { Appointment } from '../../booking/appointments/appointment.entity';
import { TAKE_TIME_OF_WRITTEN } from '../../booking/claims/claims.statements';
import { BusinessHours } from '../../business/business-hours/business-hours.entity';
import { BusyCalendar } from '../../business/busy-calendars/busy-calendar.entity';
import { Category } from '../../business/categories/category.entity';
import { Closure } from '../../business/closures/closure.entity';
import { Customer } from '../../people/customers/customer.entity';
import { Location } from '../../business/locations/location.entity';
import { ProviderService } from '../../business/services/assignments/provider-service.entity';
import { Provider } from '../../business/providers/provider.entity';
import { Resource } from '../../business/resources/resource.entity';
import { addDays } from '../../platform/time/local-date';
import { dayBounds, localDateOf } from '../../platform/time/zones/wall-clock';
import { Series } from '../../booking/series/series.entity';
import { REMEMBER_WRITTEN } from '../../booking/series/series.statements';
import { Visit } from '../../booking/visits/visit.entity';
import { SpecialHours } from '../../business/special-hours/special-hours.entity';
import { TimeOff } from '../../business/time-off/time-off.entity';
import { Service } from '../../business/services/service.entity';
import { WaitlistEntry } from '../../booking/waitlist/waitlist-entry.entity';
import { User } from '../../people/users/user.entity';
import { demoAbsences, demoSpecialDay } from './demo-absences';
import { BUSINESS_HOURS, CATEGORIES, LOCATIONS, PROVIDERS, RESOURCES, SERVICES } from './demo-business';
import { demoCustomers } from './demo-customers';
import type { DiarySeries } from './demo-series';
import type { DiaryEntry } from './diary/diary-entry';

/** The ids of the written rows, by name. */
export interface BusinessIds {
  readonly locations: ReadonlyMap<string, number>;
  readonly resources: ReadonlyMap<string, number>;
  readonly services: ReadonlyMap<string, number>;
  readonly providers: ReadonlyMap<string, number>;
  readonly customers: readonly number[];
}

interface Times {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Writes everything but the appointments. @param now epoch ms */
export async function writeBusiness(tx: EntityManager, now: number, zone: string): Promise<BusinessIds> {
  const times = { createdAt: new Date(now), updatedAt: new Date(now) };
  await tx.update(BusinessHours, 1, {
    workStartMin: BUSINESS_HOURS.startMin,
    workEndMin: BUSINESS_HOURS.endMin,
    days: [...BUSINESS_HOURS.days],
  });
  const locations = await writeLocations(tx, times);
  const resources = await writeResources(tx, locations, times);
  const services = await writeServices(tx, times);
  const providers = await writeProviders(tx, services, times);
  await writeAbsences(tx, now, zone, { providers, resources });
  await writeBusyCalendar(tx, providers, times);
  const customers = await insert(tx, Customer, demoCustomers(now));
  return { locations, resources, services, providers, customers };
}

/** Writes an entry that waits for a time after closing: no customer of the demo gets a message until it opens longer. */
export async function writeWaitlist(
  tx: EntityManager,
  now: number,
  zone: string,
  { customers, services }: BusinessIds,
): Promise<void> {
  const today = localDateOf(now, zone);
  const lastOn = addDays(today, 60);
  await tx.insert(WaitlistEntry, {
    customerId: customers[0] ?? 0,
    serviceId: idOf(services, SERVICES[0].name),
    providerId: null,
    firstOn: today,
    lastOn,
    timeFromMin: BUSINESS_HOURS.endMin,
    timeToMin: null,
    weekdays: null,
    seats: 1,
    notes: 'Works until eight',
    attendeeName: null,
    attendeePhone: null,
    status: 'waiting',
    appointmentId: null,
    endsAt: new Date(dayBounds(lastOn, zone).end),
    createdAt: new Date(now),
  });
}

/** Writes the appointments of an empty database, and claims their time. */
export async function writeAppointments(
  tx: EntityManager,
  entries: readonly DiaryEntry[],
  { entries: recurring, exdates, createdAt, ...series }: DiarySeries,
  visit: readonly DiaryEntry[],
): Promise<void> {
  await insertAppointments(tx, entries, {});
  const stored = { ...series, exdates: [...exdates], skipped: [], createdAt: new Date(createdAt) };
  const [seriesId = null] = await insert(tx, Series, [stored]);
  await insertAppointments(tx, recurring, { seriesId });
  const [visitId = null] = await insert(tx, Visit, [{ createdAt: new Date(createdAt) }]);
  await insertAppointments(tx, visit, { visitId });
  await tx.query(TAKE_TIME_OF_WRITTEN);
  await tx.query(REMEMBER_WRITTEN);
}

async function insertAppointments(
  tx: EntityManager,
  entries: readonly DiaryEntry[],
  booked: { readonly seriesId?: number | null; readonly visitId?: number | null },
): Promise<void> {
  await tx.insert(
    Appointment,
    entries.map(({ start, end, placement: { busy, resourceIds }, createdAt, updatedAt, ...entry }) => ({
      ...entry,
      ...booked,
      startAt: new Date(start),
      endAt: new Date(end),
      resourceIds,
      busy: `[${new Date(busy.start).toISOString()},${new Date(busy.end).toISOString()})`,
      createdAt: new Date(createdAt),
      updatedAt: new Date(updatedAt),
    })),
  );
}

/** @throws Error if the demo business does not have the name */
export function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the demo business has no ${name}`);
  return id;
}

async function writeLocations(tx: EntityManager, times: Times): Promise<Map<string, number>> {
  const locations = LOCATIONS.map((location) => ({ ...location, ...times }));
  return byName(LOCATIONS, await insert(tx, Location, locations));
}

async function writeResources(
  tx: EntityManager,
  locationIds: ReadonlyMap<string, number>,
  times: Times,
): Promise<Map<string, number>> {
  const resources = RESOURCES.map(({ location, ...resource }) => ({
    ...resource,
    locationId: idOf(locationIds, location),
    ...times,
  }));
  return byName(RESOURCES, await insert(tx, Resource, resources));
}

async function writeServices(tx: EntityManager, times: Times): Promise<Map<string, number>> {
  const categories = CATEGORIES.map((category) => ({ ...category, ...times }));
  const categoryIds = byName(CATEGORIES, await insert(tx, Category, categories));
  const services = SERVICES.map(({ category, ...service }) => ({
    ...service,
    categoryId: idOf(categoryIds, category),
    ...times,
  }));
  return byName(SERVICES, await insert(tx, Service, services));
}

async function writeProviders(
  tx: EntityManager,
  serviceIds: ReadonlyMap<string, number>,
  times: Times,
): Promise<Map<string, number>> {
  const users = PROVIDERS.map(({ name, email }) => ({ name, email, roles: ['provider' as const], ...times }));
  const ids = byName(PROVIDERS, await insert(tx, User, users));
  await tx.insert(
    Provider,
    PROVIDERS.map(({ name, phone, slug, color, schedule }) => ({
      id: idOf(ids, name),
      listsServices: true,
      ...{ phone, slug, color, schedule },
    })),
  );
  await tx.insert(
    ProviderService,
    PROVIDERS.flatMap(({ name, services }) =>
      services.map((service) => ({ providerId: idOf(ids, name), serviceId: idOf(serviceIds, service) })),
    ),
  );
  return ids;
}

async function writeAbsences(
  tx: EntityManager,
  now: number,
  zone: string,
  ids: Pick<BusinessIds, 'providers' | 'resources'>,
): Promise<void> {
  const { closure, timeOff, maintenance } = demoAbsences(now, zone);
  const row = ({ start, end, reason }: typeof closure) => ({
    startAt: new Date(start),
    endAt: new Date(end),
    reason,
    createdAt: new Date(now),
  });
  await tx.insert(Closure, row(closure));
  await tx.insert(TimeOff, [
    { ...row(timeOff), providerId: idOf(ids.providers, timeOff.provider) },
    { ...row(maintenance), resourceId: idOf(ids.resources, maintenance.resource) },
  ]);
  const { date, hours, note, provider } = demoSpecialDay(localDateOf(now, zone));
  const day = { onDate: date, hours: [...hours], note };
  await tx.insert(SpecialHours, [
    { ...day, providerId: null },
    { ...day, providerId: idOf(ids.providers, provider) },
  ]);
}

/** Not active: a worker would look for a calendar that does not exist. */
async function writeBusyCalendar(
  tx: EntityManager,
  providerIds: ReadonlyMap<string, number>,
  times: Times,
): Promise<void> {
  await tx.insert(BusyCalendar, {
    providerId: idOf(providerIds, PROVIDERS[0].name),
    url: 'https://calendar.example.com/evening-classes.ics',
    name: 'Evening classes',
    active: false,
    nextFetchAt: times.createdAt,
    ...times,
  });
}

async function insert<Entity extends ObjectLiteral>(
  tx: EntityManager,
  target: EntityTarget<Entity>,
  rows: QueryDeepPartialEntity<Entity>[],
): Promise<number[]> {
  const { identifiers } = await tx.insert(target, rows);
  return identifiers.map((identifier) => identifier['id'] as number);
}

function byName(rows: readonly { readonly name: string }[], ids: readonly number[]): Map<string, number> {
  return new Map(rows.map(({ name }, index) => [name, ids[index] ?? 0]));
}
