import { joinClauses, type NamedClause, type NamedWhere } from '../../../platform/database/reads/clause';
import { isSettled, type PaymentStatus, type Status } from '../../appointment-status';
import type { Metadata } from '../../../platform/metadata/metadata';
import { isHelpedBy, takenBy } from '../taken-by';
import { containsMetadata } from '../../../platform/metadata/metadata-clause';

/** The filters of a list of appointments; an absent one filters nothing. */
export interface AppointmentFilters {
  /** Who gives the appointments, or helps with them. */
  readonly providerId?: number | undefined;
  readonly serviceId?: number | undefined;
  readonly customerId?: number | undefined;
  readonly locationId?: number | undefined;
  readonly seriesId?: number | undefined;
  readonly visitId?: number | undefined;
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
  /** Their metadata has all of these members. */
  readonly metadata?: Metadata | undefined;
}

type FilterName = keyof AppointmentFilters;

/** The conditions on the appointment `a`, and a letter for each in the name of a prepared statement. */
const CONDITIONS: Readonly<Record<FilterName, readonly [letter: string, sql: (value: string) => string]>> = {
  providerId: ['p', (value) => `a.provider_id = ${value}`],
  serviceId: ['s', (value) => `a.service_id = ${value}`],
  customerId: ['c', (value) => `a.customer_id = ${value}`],
  locationId: ['l', (value) => `a.location_id = ${value}`],
  seriesId: ['r', (value) => `a.series_id = ${value}`],
  visitId: ['i', (value) => `a.visit_id = ${value}`],
  statuses: ['v', (value) => `a.status = any (${value})`],
  paymentStatuses: ['m', (value) => `a.payment_status = any (${value})`],
  from: ['f', (value) => `a.start_at >= ${value}`],
  to: ['t', (value) => `a.start_at < ${value}`],
  updatedFrom: ['u', (value) => `a.updated_at >= ${value}`],
  metadata: ['d', (value) => containsMetadata('a.metadata', value)],
  overBy: ['o', (value) => `(a.end_at <= ${value} or ${isSettled('a.status')})`],
};

export function clausesOf(filters: AppointmentFilters): NamedClause[] {
  return (Object.keys(CONDITIONS) as FilterName[])
    .filter((filter) => filters[filter] !== undefined)
    .map((filter) => {
      const [name, sql] = CONDITIONS[filter];
      return { name, sql, value: filters[filter] };
    });
}

/** A WHERE condition, and the relation whose rows `a` it is about. */
export interface AppointmentWhere extends NamedWhere {
  readonly from: string;
}

/** @param first the number of the first placeholder */
export function whereOf(filters: AppointmentFilters, first = 1): AppointmentWhere {
  const { providerId, ...others } = filters;
  if (providerId === undefined) return { ...joinClauses(clausesOf(others), first), from: 'appointments' };
  // The relation has the value, which is the first.
  const clauses = [
    { name: CONDITIONS.providerId[0], sql: () => 'true', value: providerId },
    ...clausesOf(others),
  ];
  return { ...joinClauses(clauses, first), from: takenBy(`$${first}`) };
}

/** As `whereOf`, of the appointments that the provider of the filters gives, or of those with which that provider helps. */
export function whereOfPart(
  filters: AppointmentFilters,
  part: 'given' | 'helped',
  first: number,
): AppointmentWhere {
  const { providerId, ...others } = filters;
  const given = clausesOf({ providerId });
  const helped = [{ name: 'h', sql: isHelpedBy, value: providerId }];
  const clauses = [...(part === 'given' ? given : helped), ...clausesOf(others)];
  return { ...joinClauses(clauses, first), from: 'appointments' };
}
