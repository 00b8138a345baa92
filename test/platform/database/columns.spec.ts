import { APPOINTMENT_COLUMNS } from '../../../src/booking/diary/rows/appointment.entity';
import { HOLD_COLUMNS } from '../../../src/booking/diary/holds/hold-columns';
import { SERIES_COLUMNS } from '../../../src/booking/series/series.entity';
import { VISIT_COLUMNS } from '../../../src/booking/visits/visit.entity';
import { ENTRY_COLUMNS } from '../../../src/booking/waitlist/waitlist-columns';
import { BUSINESS_HOURS_COLUMNS } from '../../../src/business/business-hours/business-hours.entity';
import { hiddenGroupOf, WITH_HIDDEN_COLUMNS } from '../../../src/operating/audit/hidden-columns';
import { BUSY_CALENDAR_COLUMNS } from '../../../src/business/busy-calendars/busy-calendar.entity';
import { CATEGORY_COLUMNS } from '../../../src/business/categories/category.entity';
import { CLOSURE_COLUMNS } from '../../../src/business/closures/closure.entity';
import { LOCATION_COLUMNS } from '../../../src/business/locations/location.entity';
import { PROVIDER_SERVICE_COLUMNS } from '../../../src/business/services/assignments/provider-service.entity';
import { PROVIDER_COLUMNS } from '../../../src/business/providers/provider.entity';
import { RESOURCE_COLUMNS } from '../../../src/business/resources/resource.entity';
import { SERVICE_COLUMNS } from '../../../src/business/services/service.entity';
import { SPECIAL_HOURS_COLUMNS } from '../../../src/business/special-hours/special-hours.entity';
import { TIME_OFF_COLUMNS } from '../../../src/business/time-off/time-off.entity';
import { API_KEY_COLUMNS } from '../../../src/people/api-keys/api-key.entity';
import { CUSTOMER_COLUMNS } from '../../../src/people/customers/customer.entity';
import { USER_COLUMNS } from '../../../src/people/users/user.entity';
import { type Column, type Columns, namesOf } from '../../../src/platform/database/columns';
import { FEED_COLUMNS } from '../../../src/telling/calendars/feeds/feed.entity';
import { MESSAGE_COLUMNS } from '../../../src/telling/messages/message.entity';
import { WEBHOOK_COLUMNS } from '../../../src/telling/webhooks/webhook.entity';
import { startTestService, type TestService } from '../../support/test-service';

/** The description of each audited table. */
const DESCRIPTIONS: Readonly<Record<string, Columns>> = {
  api_keys: API_KEY_COLUMNS,
  appointments: APPOINTMENT_COLUMNS,
  business_feeds: FEED_COLUMNS,
  business_hours: BUSINESS_HOURS_COLUMNS,
  busy_calendars: BUSY_CALENDAR_COLUMNS,
  categories: CATEGORY_COLUMNS,
  closures: CLOSURE_COLUMNS,
  customers: CUSTOMER_COLUMNS,
  holds: HOLD_COLUMNS,
  location_feeds: FEED_COLUMNS,
  locations: LOCATION_COLUMNS,
  notifications: MESSAGE_COLUMNS,
  provider_feeds: FEED_COLUMNS,
  provider_services: PROVIDER_SERVICE_COLUMNS,
  providers: PROVIDER_COLUMNS,
  resources: RESOURCE_COLUMNS,
  series: SERIES_COLUMNS,
  services: SERVICE_COLUMNS,
  special_hours: SPECIAL_HOURS_COLUMNS,
  time_off: TIME_OFF_COLUMNS,
  users: USER_COLUMNS,
  visits: VISIT_COLUMNS,
  waitlist_entries: ENTRY_COLUMNS,
  webhooks: WEBHOOK_COLUMNS,
};

/** A column of an audited table of the migrated database. */
interface Migrated {
  readonly table: string;
  readonly name: string;
  /** As in information_schema. */
  readonly type: string;
}

/** What the trigger of a table leaves out of the audit trail, and what it records only as set. */
interface Trigger {
  readonly table: string;
  readonly unaudited: string[];
  readonly secret: string[];
}

/** JSON with amounts in it. */
const LISTS_WITH_PRICES = ['duration_options', 'terms'];

describe('The descriptions of the audited tables', () => {
  let service: TestService;
  let columns: Migrated[];
  let triggers: Trigger[];

  beforeAll(async () => {
    service = await startTestService();
    columns = await service.query<Migrated>(
      `select table_name as table, column_name as name, data_type as type from information_schema.columns
       where table_schema = 'public' and table_name in (
         select t.tgrelid::regclass::text from pg_trigger t join pg_proc p on p.oid = t.tgfoid where p.proname like 'audit%'
       ) order by 1, 2`,
    );
    triggers = await service.query<Trigger>(
      String.raw`select distinct t.tgrelid::regclass::text as table,
         split_part(encode(t.tgargs, 'escape'), '\000', 2)::text[] as unaudited,
         split_part(encode(t.tgargs, 'escape'), '\000', 3)::text[] as secret
       from pg_trigger t join pg_proc p on p.oid = t.tgfoid where p.proname = 'audit_row'`,
    );
  });

  afterAll(() => service.stop());

  const described = (table: string, which?: (column: Column) => boolean) =>
    namesOf(DESCRIPTIONS[table] ?? {}, which).sort();
  const factsOf = ({ table, name }: Migrated) =>
    Object.values(DESCRIPTIONS[table] ?? {}).find((column) => column.name === name);
  const fullName = ({ table, name }: Migrated) => `${table}.${name}`;

  it('name every column, each with what it holds', () => {
    const missing = columns.filter((column) => factsOf(column)?.holds === undefined);
    expect(missing.map(fullName)).toEqual([]);
    expect(new Set(columns.map(({ table }) => table))).toEqual(new Set(Object.keys(DESCRIPTIONS)));
  });

  it('name no column that the table lacks', () => {
    for (const table of Object.keys(DESCRIPTIONS))
      expect({ [table]: described(table) }).toEqual({
        [table]: columns.flatMap((column) => (column.table === table ? [column.name] : [])).sort(),
      });
  });

  it('agree with the triggers about what the audit trail leaves out, and what is a secret', () => {
    expect(triggers.length).toBeGreaterThan(20);
    for (const { table, unaudited, secret } of triggers)
      expect({
        table,
        unaudited: described(table, ({ isUnaudited }) => isUnaudited === true),
        secret: described(table, ({ holds }) => holds === 'secret'),
      }).toEqual({ table, unaudited: unaudited.sort(), secret: secret.sort() });
  });

  it('call each amount money', () => {
    const money = columns.filter((column) => factsOf(column)?.holds === 'money');
    const isAmount = ({ type, name }: (typeof columns)[number]) =>
      type === 'numeric' || name.startsWith('payment_') || LISTS_WITH_PRICES.includes(name);
    const amounts = columns.filter(isAmount);
    expect(money.map(fullName)).toEqual(amounts.map(fullName));
    expect(money.map(fullName)).toEqual([
      'appointments.payment_status',
      'appointments.price',
      'appointments.seat_price',
      'holds.price',
      'services.duration_options',
      'services.price',
      'services.terms',
    ]);
  });

  it('are those of which the audit trail hides columns from keys, where there are such columns', () => {
    const withHidden = Object.values(DESCRIPTIONS).filter((table) =>
      Object.values(table).some(({ holds }) => hiddenGroupOf(holds) !== undefined),
    );
    expect(withHidden.length).toBe(6);
    expect(new Set(withHidden)).toEqual(new Set(Object.values(WITH_HIDDEN_COLUMNS)));
  });

  it('call each text that is kept of a customer personal', () => {
    const ofCustomers = new Set([
      'customers',
      ...columns.flatMap(({ table, name }) => (name === 'customer_id' ? [table] : [])),
    ]);
    const others = columns.filter(
      (column) =>
        ofCustomers.has(column.table) &&
        ['text', 'jsonb', 'ARRAY'].includes(column.type) &&
        !('erased' in (factsOf(column) ?? {})),
    );
    expect(others.map(fullName)).toEqual([
      'appointments.booked_start',
      'appointments.booked_zone',
      'appointments.cancelled_by',
      'appointments.payment_status',
      'appointments.resource_ids',
      'appointments.status',
      'appointments.team',
      'notifications.calendar_entry',
      'notifications.channel',
      'notifications.event',
      'notifications.status',
      'waitlist_entries.status',
      'waitlist_entries.weekdays',
    ]);
  });
});
