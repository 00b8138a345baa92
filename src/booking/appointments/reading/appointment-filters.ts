import { isSettled, type PaymentStatus, type Status } from '../appointment-status';

/** The filters of a list of appointments; an absent one filters nothing. */
export interface AppointmentFilters {
  readonly providerId?: number | undefined;
  readonly serviceId?: number | undefined;
  readonly customerId?: number | undefined;
  readonly locationId?: number | undefined;
  readonly statuses?: readonly Status[] | undefined;
  readonly paymentStatuses?: readonly PaymentStatus[] | undefined;
  /** The appointments start at or after this instant. */
  readonly from?: Date | undefined;
  /** The appointments start before this instant. */
  readonly to?: Date | undefined;
  /** The appointments were created or changed at or after this instant. */
  readonly updatedFrom?: Date | undefined;
  /** The appointments have ended by this instant, or are settled. */
  readonly overBy?: Date | undefined;
}

/** A condition on the appointment `a`, and a letter for it in the name of a prepared statement. */
interface Clause {
  readonly letter: string;
  /** @param value a placeholder */
  readonly sql: (value: string) => string;
}

/** The conditions are constants; only their values come from requests. */
const CLAUSES: Readonly<Record<keyof AppointmentFilters, Clause>> = {
  providerId: { letter: 'p', sql: (value) => `a.provider_id = ${value}` },
  serviceId: { letter: 's', sql: (value) => `a.service_id = ${value}` },
  customerId: { letter: 'c', sql: (value) => `a.customer_id = ${value}` },
  locationId: { letter: 'l', sql: (value) => `a.location_id = ${value}` },
  statuses: { letter: 'v', sql: (value) => `a.status = any (${value})` },
  paymentStatuses: { letter: 'm', sql: (value) => `a.payment_status = any (${value})` },
  from: { letter: 'f', sql: (value) => `a.start_at >= ${value}` },
  to: { letter: 't', sql: (value) => `a.start_at < ${value}` },
  updatedFrom: { letter: 'u', sql: (value) => `a.updated_at >= ${value}` },
  overBy: {
    letter: 'o',
    sql: (value) => `(a.end_at <= ${value} or ${isSettled('a.status')})`,
  },
};

/** The filters of one request, as SQL. */
export interface Conditions {
  /** Part of the name of a prepared statement. */
  readonly letters: string;
  /** At least one; `and` joins them. */
  readonly clauses: readonly string[];
  /** The values of the placeholders, in their order. */
  readonly values: readonly unknown[];
}

/** @param first the number of the first placeholder */
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
