import { blankRecord } from '../../platform/blank-record';
import {
  amount,
  column,
  type ColumnFacts,
  instant,
  INTERNAL,
  interval,
  namesOf,
  nullable,
  parametersOf,
  PLAIN,
  selectOf,
  TIMELESS,
  type ValuesOf,
  without,
} from '../../platform/database/columns';
import type { PaymentStatus, Status } from './appointment-status';
import type { Metadata } from '../../platform/metadata/metadata';

/**
 * The columns of `appointments`. The SQL that inserts, updates, locks and reads them, the types of their values, what a body may set,
 * what events show and what an erasure removes derive from this list: a new column is one line here.
 */

const MONEY = { holds: 'money', isTimeless: true } as const;
const PERSON = { holds: 'person', erased: null, isTimeless: true } as const;
const PERSONAL_METADATA: ColumnFacts<Metadata> = {
  holds: 'person',
  erased: {},
  formerly: {},
  isTimeless: true,
};

/** Set as the body says. */
const SETTABLE = {
  providerId: column<number>('provider_id', PLAIN),
  serviceId: column<number>('service_id', PLAIN),
  customerId: column<number>('customer_id', PLAIN),
  locationId: nullable<number>('location_id', PLAIN),
  seats: column<number>('seats', PLAIN),
  status: column<Status>('status', PLAIN),
  paymentStatus: column<PaymentStatus>('payment_status', MONEY),
  notes: nullable<string>('notes', PERSON),
  /** That of the service when it was booked, or what a body gave. */
  price: amount('price', MONEY),
};

/** Follow from the body, the customer, the service and the calendar. */
const COMPUTED = {
  start: instant('start_at'),
  end: instant('end_at'),
  /** Start to end, widened by the buffers that the service had when it was booked. */
  busy: interval('busy', INTERNAL),
  /** Of a change, what it leaves of the present metadata. */
  metadata: { ...column<Metadata>('metadata', PERSONAL_METADATA), unset: {} },
  /** The resources that it takes, or took before it was cancelled. */
  resourceIds: column<readonly number[]>('resource_ids', PLAIN),
  attendeeName: nullable<string>('attendee_name', PERSON),
  attendeePhone: nullable<string>('attendee_phone', { ...PERSON, holds: 'contact' }),
  /** The series that it is an occurrence of. */
  seriesId: nullable<number>('series_id', PLAIN),
  /** The visit that it is a part of. */
  visitId: nullable<number>('visit_id', PLAIN),
};

const STATE = { ...SETTABLE, ...COMPUTED };

export const APPOINTMENT_COLUMNS = {
  id: column<number>('id', PLAIN),
  ...STATE,
  createdAt: instant('created_at'),
  updatedAt: instant('updated_at', TIMELESS),
};

type UnsetOf<Columns> = {
  readonly [
    Name in keyof Columns as Columns[Name] extends { readonly unset: unknown } ? Name : never
  ]: Columns[Name] extends { readonly unset: infer Unset } ? Unset : never;
};

/** What a booking or a change writes; instants in epoch ms. */
export type AppointmentState = ValuesOf<typeof STATE>;
type SettableState = ValuesOf<typeof SETTABLE>;

/** What answers do not show. */
const UNSEEN = ['busy', 'resourceIds'] as const satisfies readonly (keyof AppointmentState)[];
const SHOWN = without(STATE, UNSEEN);

/** What answers show. */
export type ShownState = ValuesOf<typeof SHOWN>;

const SETTABLE_MEMBERS = Object.keys(SETTABLE) as (keyof SettableState)[];

/** The members of a booking that nothing sets. It has the others as well, as null, so that what is copied from it does not grow. */
export const UNSET = Object.assign(
  { ...blankRecord(Object.keys(STATE)) },
  Object.fromEntries(
    Object.entries(STATE).flatMap(([member, each]) => ('unset' in each ? [[member, each.unset]] : [])),
  ),
) as UnsetOf<typeof STATE>;

/** The names of the columns, in the order of `valuesOf`. */
export const STATE_COLUMNS: readonly string[] = namesOf(STATE);

/** Selects an AppointmentState. @param alias of the appointment */
export function selectState(alias: string): string {
  return selectOf(STATE, alias);
}

/** Selects a ShownState. @param alias of the appointment */
export function selectShown(alias: string): string {
  return selectOf(SHOWN, alias);
}

/** The parameters that write a state. */
export function valuesOf(state: AppointmentState): unknown[] {
  return parametersOf(STATE, state);
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
