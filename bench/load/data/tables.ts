import { dateText, DAY_MS, isHoliday } from './days';
import { diary, type DiaryRow } from './diary';
import { customer, provider } from './people';
import { ALL_PROVIDERS, CUSTOMERS, FUTURE_WEEKS, ON_ROSTERS, PAST_WEEKS } from './plan';
import { rosterOf } from './rosters';
import { isAway, scheduleOf } from './schedules';
import { ALL_SERVICES, CATEGORIES, servicesOf } from './services';

export type Value = string | number | boolean | null;

/** A table and the rows to copy into it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly Value[]>;
}

/** All tables, each after the tables that it refers to. */
export function tables(size: number, anchor: number): readonly Table[] {
  const then = iso((anchor - PAST_WEEKS * 7) * DAY_MS);
  const users = ALL_PROVIDERS.map((id) => [
    id,
    nameOf(id),
    provider(id).email,
    '{provider}',
    true,
    then,
    then,
  ]);
  return [
    table('users', 'id name email roles active created_at updated_at', users),
    table(
      'providers',
      'id phone slug color schedule lists_services',
      ALL_PROVIDERS.map((id) => providerRow(id, anchor)),
    ),
    table(
      'categories',
      'id name created_at updated_at',
      CATEGORIES.map((name, at) => [at + 1, name, then, then]),
    ),
    table(
      'services',
      'id name duration_min price category_id buffer_before_min buffer_after_min slot_interval_min created_at updated_at',
      ALL_SERVICES.map((each) => [
        ...[each.id, each.name, each.durationMin, each.price, each.categoryId],
        ...[each.bufferBeforeMin, each.bufferAfterMin, each.slotIntervalMin, then, then],
      ]),
    ),
    table('provider_services', 'provider_id service_id', ALL_PROVIDERS.flatMap(assignments)),
    table(
      'locations',
      'id name is_primary created_at updated_at',
      ['North', 'Centre', 'South'].map((name, at) => [...[at + 1, name, at === 0, then, then]]),
    ),
    table('closures', 'start_at end_at reason created_at', closures(anchor, then)),
    table('time_off', 'provider_id start_at end_at reason created_at', timeOff(anchor, then)),
    table('customers', 'id first_name last_name email phone notes created_at updated_at', customers(then)),
    table(
      'appointments',
      'id provider_id service_id customer_id location_id start_at end_at busy status payment_status notes price created_at updated_at',
      appointments(size, anchor),
    ),
  ];
}

function table(name: string, columns: string, rows: Iterable<readonly Value[]>): Table {
  return { name, columns: columns.split(' '), rows };
}

function nameOf(providerId: number): string {
  const { firstName, lastName } = provider(providerId);
  return `${firstName} ${lastName}`;
}

function providerRow(id: number, anchor: number): Value[] {
  const schedule = ON_ROSTERS.includes(id) ? rosterOf(id, anchor) : scheduleOf(id);
  return [
    id,
    provider(id).phone,
    `provider-${id}`,
    '#0F766E',
    JSON.stringify(schedule),
    servicesOf(id).length > 0,
  ];
}

function assignments(providerId: number): Value[][] {
  return servicesOf(providerId).map(({ id }) => [providerId, id]);
}

function closures(anchor: number, then: string): Value[][] {
  const days = Array.from({ length: (PAST_WEEKS + 60) * 7 }, (_, index) => anchor - PAST_WEEKS * 7 + index);
  return days
    .filter(isHoliday)
    .map((day) => [iso(day * DAY_MS), iso((day + 1) * DAY_MS), dateText(day), then]);
}

function timeOff(anchor: number, then: string): Value[][] {
  const weeks = Array.from({ length: PAST_WEEKS + FUTURE_WEEKS }, (_, week) => week);
  return weeks.flatMap((week) => {
    const monday = anchor + (week - PAST_WEEKS) * 7;
    const row = [iso(monday * DAY_MS), iso((monday + 7) * DAY_MS), 'Holiday', then];
    return ALL_PROVIDERS.filter((id) => isAway(id, week)).map((id) => [id, ...row]);
  });
}

function* customers(then: string): Generator<Value[]> {
  for (let id = 1; id <= CUSTOMERS; id++) {
    const { firstName, lastName, email, phone } = customer(id);
    yield [id, firstName, lastName, email, phone, id % 9 === 0 ? 'Regular' : null, then, then];
  }
}

function* appointments(size: number, anchor: number): Generator<Value[]> {
  let id = 0;
  for (const row of diary(size, anchor)) yield [++id, ...appointmentValues(row)];
}

function appointmentValues(row: DiaryRow): Value[] {
  const busy = `[${iso(row.busyStart)},${iso(row.busyEnd)})`;
  return [
    ...[row.providerId, row.serviceId, row.customerId, row.locationId, iso(row.start), iso(row.end), busy],
    ...[row.status, row.paymentStatus, row.notes, row.price, iso(row.createdAt), iso(row.updatedAt)],
  ];
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}
