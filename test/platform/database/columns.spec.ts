import { Appointment } from '../../../src/booking/diary/rows/appointment.entity';
import { Hold } from '../../../src/booking/diary/holds/hold.entity';
import { Series } from '../../../src/booking/series/series.entity';
import { Visit } from '../../../src/booking/visits/visit.entity';
import { WaitlistEntry } from '../../../src/booking/waitlist/waitlist-entry.entity';
import { BusinessHours } from '../../../src/business/business-hours/business-hours.entity';
import { hiddenGroupOf, WITH_HIDDEN_COLUMNS } from '../../../src/operating/audit/hidden-columns';
import { BusyCalendar } from '../../../src/business/busy-calendars/busy-calendar.entity';
import { Category } from '../../../src/business/categories/category.entity';
import { Closure } from '../../../src/business/closures/closure.entity';
import { Location } from '../../../src/business/locations/location.entity';
import { ProviderService } from '../../../src/business/services/assignments/provider-service.entity';
import { Provider } from '../../../src/business/providers/provider.entity';
import { Resource } from '../../../src/business/resources/resource.entity';
import { SERVICE_COLUMNS } from '../../../src/business/services/service.entity';
import { SpecialHours } from '../../../src/business/special-hours/special-hours.entity';
import { TimeOff } from '../../../src/business/time-off/time-off.entity';
import { ApiKey } from '../../../src/people/api-keys/api-key.entity';
import { Customer } from '../../../src/people/customers/customer.entity';
import { User } from '../../../src/people/users/user.entity';
import { type Column, type Columns, namesOf } from '../../../src/platform/database/columns';
import { BusinessFeed, LocationFeed, ProviderFeed } from '../../../src/telling/calendars/feeds/feed.entity';
import { Message } from '../../../src/telling/messages/message.entity';
import { Webhook } from '../../../src/telling/webhooks/webhook.entity';
import { startTestService, type TestService } from '../../support/test-service';

/** The description of each audited table. */
const DESCRIPTIONS: Readonly<Record<string, Columns>> = {
  api_keys: ApiKey.columns,
  appointments: Appointment.columns,
  business_feeds: BusinessFeed.columns,
  business_hours: BusinessHours.columns,
  busy_calendars: BusyCalendar.columns,
  categories: Category.columns,
  closures: Closure.columns,
  customers: Customer.columns,
  holds: Hold.columns,
  location_feeds: LocationFeed.columns,
  locations: Location.columns,
  notifications: Message.columns,
  provider_feeds: ProviderFeed.columns,
  provider_services: ProviderService.columns,
  providers: Provider.columns,
  resources: Resource.columns,
  series: Series.columns,
  services: SERVICE_COLUMNS,
  special_hours: SpecialHours.columns,
  time_off: TimeOff.columns,
  users: User.columns,
  visits: Visit.columns,
  waitlist_entries: WaitlistEntry.columns,
  webhooks: Webhook.columns,
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
