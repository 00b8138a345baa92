import type { AuditedRow } from '../../platform/database/audited-row';
import { epochMs } from '../../platform/database/epoch-ms';
import type { Interval } from '../../platform/time/interval';
import { blankRecord } from '../../platform/blank-record';
import type { PaymentStatus, Status } from './appointment-status';
import type { Metadata } from '../../platform/metadata/metadata';

/**
 * The columns of `appointments` that bookings and changes write. The SQL that inserts, updates, locks and reads them, the types
 * of their values, and what a body may set derive from this list: a new column is one line here.
 */

/** A column, and the form of its value in the service. */
interface Column<Value> {
  readonly name: string;
  /** Whether JSON has it as an instant in ISO 8601, and the service in epoch ms. */
  readonly isInstant?: true;
  /** @returns SQL that selects the value. @param column the column, such as `a.notes` */
  read(column: string): string;
  /** @returns the parameter that stands for the value in a statement */
  write(value: Value): unknown;
}

function plain<Value>(name: string): Column<Value> {
  return { name, read: (column) => column, write: (value) => value };
}

/** A column with a value that it has when nothing sets it. */
interface DefaultedColumn<Value, Unset extends Value> extends Column<Value> {
  readonly unset: Unset;
}

/** May be null, and is when nothing sets it. */
function nullable<Value>(name: string): DefaultedColumn<Value | null, null> {
  return { ...plain<Value | null>(name), unset: null };
}

/** Epoch ms in the service. */
function instant(name: string): Column<number> {
  return { name, isInstant: true, read: epochMs, write: (value) => new Date(value) };
}

/** Half-open, in epoch ms in the service. */
function interval(name: string): Column<Interval> {
  return {
    name,
    read: (column) =>
      `json_build_object('start', ${epochMs(`lower(${column})`)}, 'end', ${epochMs(`upper(${column})`)})`,
    write: ({ start, end }) => `[${new Date(start).toISOString()},${new Date(end).toISOString()})`,
  };
}

function amount(name: string): Column<number | null> {
  return { ...plain<number | null>(name), read: (column) => `${column}::float8` };
}

/** Set as the body says. */
const SETTABLE = {
  providerId: plain<number>('provider_id'),
  serviceId: plain<number>('service_id'),
  customerId: plain<number>('customer_id'),
  locationId: nullable<number>('location_id'),
  seats: plain<number>('seats'),
  status: plain<Status>('status'),
  paymentStatus: plain<PaymentStatus>('payment_status'),
  notes: nullable<string>('notes'),
};

/** Follow from the body, the customer, the service and the calendar. */
const COMPUTED = {
  start: instant('start_at'),
  end: instant('end_at'),
  /** Start to end, widened by the buffers that the service had when it was booked. */
  busy: interval('busy'),
  /** Of a change, what it leaves of the present metadata. */
  metadata: { ...plain<Metadata>('metadata'), unset: {} },
  /** The resources that it takes, or took before it was cancelled. */
  resourceIds: plain<readonly number[]>('resource_ids'),
  attendeeName: nullable<string>('attendee_name'),
  attendeePhone: nullable<string>('attendee_phone'),
  /** The series that it is an occurrence of. */
  seriesId: nullable<number>('series_id'),
  /** The visit that it is a part of. */
  visitId: nullable<number>('visit_id'),
  /** The price of the service when it was booked. */
  price: amount('price'),
};

const COLUMNS = { ...SETTABLE, ...COMPUTED };

type ValuesOf<Columns extends object> = {
  readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};
type UnsetOf<Columns> = {
  readonly [
    Name in keyof Columns as Columns[Name] extends { readonly unset: unknown } ? Name : never
  ]: Columns[Name] extends { readonly unset: infer Unset } ? Unset : never;
};

/** What a booking or a change writes; instants in epoch ms. */
export type AppointmentState = ValuesOf<typeof COLUMNS>;
type SettableState = ValuesOf<typeof SETTABLE>;

/** What answers show. */
export type ShownState = Omit<AppointmentState, (typeof UNSEEN)[number]>;
const UNSEEN = ['busy', 'price', 'resourceIds'] as const satisfies readonly (keyof AppointmentState)[];

const MEMBERS = Object.keys(COLUMNS) as (keyof AppointmentState)[];
const SHOWN = MEMBERS.filter((member) => !(UNSEEN as readonly string[]).includes(member));
const BLANK = blankRecord(SHOWN);
const SETTABLE_MEMBERS = Object.keys(SETTABLE) as (keyof SettableState)[];

/** The members of a booking that nothing sets. It has the others as well, as null, so that what is copied from it does not grow. */
export const UNSET = Object.assign(
  { ...blankRecord(MEMBERS) },
  Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([member, column]) =>
      'unset' in column ? [[member, column.unset]] : [],
    ),
  ),
) as UnsetOf<typeof COLUMNS>;

/** The names of the columns, in the order of `valuesOf`. */
export const STATE_COLUMNS: readonly string[] = MEMBERS.map((member) => COLUMNS[member].name);

/** Selects an AppointmentState. @param alias of the appointment */
export function selectState(alias: string): string {
  return select(MEMBERS, alias);
}

/** Selects a ShownState. @param alias of the appointment */
export function selectShown(alias: string): string {
  return select(SHOWN, alias);
}

/** What answers show of a row that the audit trail keeps. */
export function shownStateOf(row: AuditedRow): ShownState {
  const state: Record<string, unknown> = { ...BLANK };
  for (const member of SHOWN) {
    const { name, isInstant }: Column<unknown> = COLUMNS[member];
    state[member] = isInstant === true ? Date.parse(String(row[name])) : (row[name] ?? null);
  }
  // A record loses which members there are: those of SHOWN, which are those of ShownState.
  return state as unknown as ShownState;
}

/** The parameters that write a state. */
export function valuesOf(state: AppointmentState): unknown[] {
  return MEMBERS.map((member) => (COLUMNS[member] as Column<unknown>).write(state[member]));
}

/** The same by column, for a statement that writes several appointments from JSON. */
export function recordOf(state: AppointmentState): Readonly<Record<string, unknown>> {
  const values = valuesOf(state);
  return Object.fromEntries(STATE_COLUMNS.map((name, index) => [name, values[index]]));
}

/** A body that sets columns; `payment_status` is the one member whose name the interface spells otherwise. */
type SettingBody = {
  readonly [Name in Exclude<keyof SettableState, 'paymentStatus'>]?: SettableState[Name] | undefined;
} & { readonly payment_status?: PaymentStatus | undefined };

/** What a body sets; an undefined member sets nothing. */
export function setBy(body: SettingBody): Partial<SettableState> {
  const valueOf = (member: keyof SettableState) =>
    member === 'paymentStatus' ? body.payment_status : body[member];
  const set: Record<string, unknown> = {};
  for (const member of SETTABLE_MEMBERS) if (valueOf(member) !== undefined) set[member] = valueOf(member);
  return set;
}

function select(members: readonly (keyof AppointmentState)[], alias: string): string {
  const one = (member: keyof AppointmentState) => {
    const column: Column<unknown> = COLUMNS[member];
    return `${column.read(`${alias}.${column.name}`)} as "${member}"`;
  };
  return members.map(one).join(', ');
}
