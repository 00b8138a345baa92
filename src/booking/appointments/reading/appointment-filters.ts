import { isSettled, type PaymentStatus, type Status } from '../appointment-status';

/** What a list of appointments is narrowed to; what is absent narrows nothing. */
export interface AppointmentFilters {
  readonly providerId?: number | undefined;
  readonly serviceId?: number | undefined;
  readonly customerId?: number | undefined;
  readonly locationId?: number | undefined;
  readonly statuses?: readonly Status[] | undefined;
  readonly paymentStatuses?: readonly PaymentStatus[] | undefined;
  /** They start at or after this. */
  readonly from?: Date | undefined;
  /** They start before this. */
  readonly to?: Date | undefined;
  /** They have ended by then, or will not take place any more. */
  readonly overBy?: Date | undefined;
}

/** A clause of SQL about the appointment `a`, with a letter that stands for it in the name of a statement. */
interface Clause {
  readonly letter: string;
  /** @param value the placeholder of its value */
  readonly sql: (value: string) => string;
}

/** All clauses there are; a caller gives values only. */
const CLAUSES: Readonly<Record<keyof AppointmentFilters, Clause>> = {
  providerId: { letter: 'p', sql: (value) => `a.provider_id = ${value}` },
  serviceId: { letter: 's', sql: (value) => `a.service_id = ${value}` },
  customerId: { letter: 'c', sql: (value) => `a.customer_id = ${value}` },
  locationId: { letter: 'l', sql: (value) => `a.location_id = ${value}` },
  statuses: { letter: 'v', sql: (value) => `a.status = any (${value})` },
  paymentStatuses: { letter: 'm', sql: (value) => `a.payment_status = any (${value})` },
  from: { letter: 'f', sql: (value) => `a.start_at >= ${value}` },
  to: { letter: 't', sql: (value) => `a.start_at < ${value}` },
  overBy: {
    letter: 'o',
    sql: (value) => `(a.end_at <= ${value} or ${isSettled('a.status')})`,
  },
};

/** The filters that are in force, as SQL. */
export interface Conditions {
  /** Which they are: part of a statement's name. */
  readonly letters: string;
  /** At least one, to be joined by `and`. */
  readonly clauses: readonly string[];
  /** Of the placeholders from the first one on. */
  readonly values: readonly unknown[];
}

/** @param first the number of its first placeholder */
export function conditionsOf(filters: AppointmentFilters, first = 1): Conditions {
  const names = (Object.keys(CLAUSES) as (keyof AppointmentFilters)[]).filter(
    (name) => filters[name] !== undefined,
  );
  return {
    letters: names.map((name) => CLAUSES[name].letter).join(''),
    clauses: ['true', ...names.map((name, index) => CLAUSES[name].sql(`$${first + index}`))],
    values: names.map((name) => filters[name]),
  };
}
