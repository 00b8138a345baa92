import { joinClauses, type NamedClause, type NamedWhere } from '../../../platform/database/reads/clause';
import { isSettled, type PaymentStatus, type Status } from '../../appointment-status';
import type { Metadata } from '../../../platform/metadata/metadata';
import type { Reach } from '../../../platform/restrictions';
import {
  branchesOfReach,
  clausesOfReach,
  type Involvement,
  onlyHelpedWithin,
  type ReachBranches,
  showsCustomer,
} from '../../reach';
import { hasWordsOfGuest, hasWordsWithoutContacts } from './word-lookup';
import { isHelpedBy, involving } from '../involving';
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
  /** The customer has come; only `true` filters, as in the next one. */
  readonly arrived?: true | undefined;
  /** The customer has not come. */
  readonly awaited?: true | undefined;
  /** The appointments have ended by this instant, or are settled. */
  readonly overBy?: Date | undefined;
  /** Their metadata has all of these members. */
  readonly metadata?: Metadata | undefined;
  /** What a narrowed key sees. */
  readonly reach?: Reach | undefined;
  /** A narrowed key sees the customer, or these patterns of words are found without the customer. */
  readonly shown?: { readonly to: Reach; readonly orHas: readonly string[] } | undefined;
  /** These patterns of words are found in it without the contacts of its customer. */
  readonly wordsWithoutContacts?: readonly string[] | undefined;
}

type FilterName = Exclude<keyof AppointmentFilters, 'reach' | 'shown'>;

/** The conditions on the appointment `a`. */
const CONDITIONS: Readonly<Record<FilterName, (value: string) => string>> = {
  providerId: (value) => `a.provider_id = ${value}`,
  serviceId: (value) => `a.service_id = ${value}`,
  customerId: (value) => `a.customer_id = ${value}`,
  locationId: (value) => `a.location_id = ${value}`,
  seriesId: (value) => `a.series_id = ${value}`,
  visitId: (value) => `a.visit_id = ${value}`,
  statuses: (value) => `a.status = any (${value})`,
  paymentStatuses: (value) => `a.payment_status = any (${value})`,
  from: (value) => `a.start_at >= ${value}`,
  to: (value) => `a.start_at < ${value}`,
  updatedFrom: (value) => `a.updated_at >= ${value}`,
  // The condition on the column alone is that of an index.
  arrived: (value) => `(a.arrived_at is not null and ${value}::boolean)`,
  awaited: (value) => `(a.arrived_at is null and ${value}::boolean)`,
  metadata: (value) => containsMetadata('a.metadata', value),
  wordsWithoutContacts: hasWordsWithoutContacts,
  overBy: (value) => `(a.end_at <= ${value} or ${isSettled('a.status')})`,
};

const OTHER_FILTERS = (Object.keys(CONDITIONS) as FilterName[]).filter((name) => name !== 'providerId');

/** @param involvement whose appointments a reach is about */
export function clausesOf(filters: AppointmentFilters, involvement: Involvement): NamedClause[] {
  const { providerId, reach } = filters;
  return [
    ...clausesOfProvider(providerId),
    ...otherClausesOf(filters),
    ...clausesOfReach(reach, involvement),
  ];
}

function clausesOfProvider(value: number | undefined): NamedClause[] {
  return value === undefined ? [] : [{ name: 'providerId', sql: CONDITIONS.providerId, value }];
}

/** The clauses of the filters but for those of the provider and of the reach. */
function otherClausesOf(filters: AppointmentFilters): NamedClause[] {
  const clauses: NamedClause[] = [];
  for (const filter of OTHER_FILTERS) {
    const value = filters[filter];
    if (value !== undefined) clauses.push({ name: filter, sql: CONDITIONS[filter], value });
  }
  if (filters.shown !== undefined) clauses.push(shows(filters.shown));
  return clauses;
}

/**
 * Of a narrowed key: a filter by a customer finds what shows the customer, and words are found in what the key is told.
 * @param words patterns
 */
export function asShown(filters: AppointmentFilters, words: readonly string[] = []): AppointmentFilters {
  const { reach, customerId } = filters;
  if (reach === undefined || (customerId === undefined && words.length === 0)) return filters;
  return { ...filters, shown: { to: reach, orHas: customerId === undefined ? words : [] } };
}

function shows({ to, orHas }: NonNullable<AppointmentFilters['shown']>): NamedClause {
  const clause = showsCustomer(to, 'a');
  if (orHas.length === 0) return clause;
  return {
    name: `${clause.name}-or-has`,
    sql: (words = '', ...others) => `(${clause.sql(...others)} or ${hasWordsOfGuest(words)})`,
    values: [orHas, ...clause.values],
  };
}

/** A WHERE condition, and the relation whose rows `a` it is about. */
export interface AppointmentWhere extends NamedWhere {
  readonly from: string;
  /** Whether there is no filter but what a narrowed key sees: the plan does not depend on the values. */
  readonly isPlain: boolean;
}

/** @param first the number of the first placeholder */
export function whereOf(asked: AppointmentFilters, first = 1): AppointmentWhere {
  const filters = withoutImplied(asked);
  const { providerId, reach } = filters;
  const others = otherClausesOf(filters);
  const clauses = [...others, ...clausesOfReach(reach, 'any')];
  if (providerId === undefined)
    return { ...joinClauses(clauses, first), from: 'appointments', isPlain: others.length === 0 };
  // The relation has the value, which is the first.
  const named = { name: 'providerId', sql: () => 'true', value: providerId };
  return { ...joinClauses([named, ...clauses], first), from: involving(`$${first}`), isPlain: false };
}

/** As `whereOf`, but apart from it: for each provider, or place, a condition that an index serves. */
export interface BranchedWhere extends AppointmentWhere {
  readonly branches: readonly string[];
}

/** Filters that leave a few appointments, which their own index finds. */
const FEW = ['customerId', 'seriesId', 'visitId'] as const;

/** @returns undefined for what is not of some providers or places, or of too many, and with filters that leave few appointments */
export function branchesOf(asked: AppointmentFilters): BranchedWhere | undefined {
  const filters = withoutImplied(asked);
  const { reach, providerId } = filters;
  if (FEW.some((name) => filters[name] !== undefined)) return undefined;
  const branched = reach === undefined ? branchesOfProvider(providerId) : branchesOfReach(reach);
  if (branched === undefined || (reach !== undefined && providerId !== undefined)) return undefined;
  const clauses = otherClausesOf(filters);
  const where = joinClauses([...branched.clauses, ...clauses]);
  const isPlain = clauses.length === 0;
  return { ...where, from: 'appointments', branches: branched.branches, isPlain };
}

function branchesOfProvider(value: number | undefined): ReachBranches | undefined {
  if (value === undefined) return undefined;
  return {
    branches: [CONDITIONS.providerId('$1'), isHelpedBy('$1')],
    clauses: [{ name: 'providerId', sql: () => 'true', value }],
  };
}

/** As `whereOf`, of the appointments that the providers of the filters give, or of those with which they only help. */
export function whereOfPart(
  filters: AppointmentFilters,
  part: 'given' | 'helped',
  first: number,
): AppointmentWhere {
  const { providerId, reach } = filters;
  const given = [...clausesOfProvider(providerId), ...clausesOfReach(reach, 'given')];
  const helped =
    reach?.providers === undefined
      ? [{ name: 'helped', sql: isHelpedBy, value: providerId }]
      : [onlyHelpedWithin(reach.providers)];
  const clauses = [...(part === 'given' ? given : helped), ...otherClausesOf(filters)];
  return { ...joinClauses(clauses, first), from: 'appointments', isPlain: false };
}

/** Without the providers of a reach when the filters ask for one of them. */
export function withoutImplied(filters: AppointmentFilters): AppointmentFilters {
  const { providerId, reach } = filters;
  if (providerId === undefined || reach?.providers?.includes(providerId) !== true) return filters;
  const { locations } = reach;
  return { ...filters, reach: locations && { locations } };
}
