import type { Hidden } from '../../platform/restrictions';

/** What a report has a row for. */
export const GROUPINGS = ['provider', 'service', 'location', 'resource', 'weekday'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const FORMATS = ['json', 'csv'] as const;

/** Which report, as a request gives it. */
export interface ReportRequest {
  readonly from: string;
  readonly to: string;
  readonly by?: Grouping | undefined;
  readonly format?: (typeof FORMATS)[number] | undefined;
}

/** What the database adds up for a row. */
export interface Tally {
  /** Null: the appointments without a location, or without resources. Of a day of a report by weekday its number, from 1 on. */
  readonly id: number | null;
  readonly name: string | null;
  readonly appointments: number;
  readonly noShows: number;
  readonly byCustomer: number;
  readonly byBusiness: number;
  readonly expired: number;
  /** Sums of prices, in hundredths. */
  readonly bookedCents: number;
  readonly paidCents: number;
  readonly bookedMs: number;
}

/** The working time of a row, in ms. */
export interface OpenTime {
  readonly open: number;
  /** The part of it that closures, time off and busy calendars take. */
  readonly blocked: number;
}

/** A row of a report of utilisation. */
export interface Utilisation {
  readonly tally: Tally;
  /** Undefined where there is no such thing: of services, and of what takes no resource. */
  readonly openTime: OpenTime | undefined;
}

export const NO_OPEN_TIME: OpenTime = { open: 0, blocked: 0 };

export function addOpenTimes(a: OpenTime, b: OpenTime): OpenTime {
  return { open: a.open + b.open, blocked: a.blocked + b.blocked };
}

export interface Report {
  readonly request: ReportRequest & { readonly by: Grouping };
  /** In the order of their names; weekdays from Monday on. */
  readonly rows: readonly Utilisation[];
  /** What the key does not see. */
  readonly hides: readonly Hidden[];
}
