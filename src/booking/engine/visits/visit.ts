import type { Interval } from '../../../platform/time/interval';
import type { Weekday } from '../../../platform/time/weekdays';
import type { ResourceChoice } from '../resources';
import type { ProviderCalendar, ServiceRules } from '../situation';
import type { Slot } from '../slots';
import type { TeamChoice } from '../teams';
import type { Placement } from '../verdict';

/** One item of a visit: a service, and the providers of whom one gives it. */
export interface VisitItem {
  readonly serviceId: number;
  readonly service: ServiceRules;
  /** For this service, in any order. */
  readonly calendars: readonly ProviderCalendar[];
  readonly resources: ResourceChoice;
  readonly team: TeamChoice;
  /** The rules with the providers for whom they differ from those of the service, by their ids. */
  readonly terms?: ReadonlyMap<number, ServiceRules>;
}

/** The rules of an item with one provider. */
export function rulesOf({ service, terms }: VisitItem, providerId: number): ServiceRules {
  return terms?.get(providerId) ?? service;
}

/** Several services in a row for one customer. */
export interface VisitRequest {
  /** At least one, in the order of time. */
  readonly items: readonly VisitItem[];
  /** The longest time that the customer waits between two items. */
  readonly maxGapMin: number;
  /** Of each item. */
  readonly seats: number;
  /** Where all items are to take place; null or absent: where the hours say. */
  readonly locationId?: number | null | undefined;
  /** The times of the occupying appointments of each provider, by id, without buffers: of those who can, the least busy gives an item. */
  readonly appointments: ReadonlyMap<number, readonly Interval[]>;
}

/** When a visit may take place, on the clock of the provider of its first item. Days count from 1970-01-01. */
export interface VisitDates {
  readonly firstDay: number;
  readonly lastDay: number;
  /** Absent: all. */
  readonly weekdays?: readonly Weekday[] | undefined;
  /** The earliest start, in minutes since midnight. */
  readonly timeFromMin?: number | undefined;
  /** The latest end, in minutes since the midnight before the start: 1 to 1440. Absent: a visit may go on after midnight. */
  readonly timeToMin?: number | undefined;
  /** Only visits that start after this instant. */
  readonly after?: number | undefined;
}

/** An item with its provider, its time, and what it takes. */
export interface PlannedItem extends Slot {
  readonly providerId: number;
  /** In which `date` and `time` are. */
  readonly timeZone: string;
  readonly placement: Placement;
}

export interface PossibleVisit extends Interval {
  readonly items: readonly PlannedItem[];
}
