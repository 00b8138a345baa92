import { ValidationError } from '../../../platform/errors/errors';
import type { Interval } from '../../../platform/time/interval';
import { MINUTE_MS } from '../../../platform/time/units';
import { type ProviderCalendar, type ResourceCalendar, ResourceChoice, Workload } from '../../engine';
import type { VisitItem } from '../../engine/visits';
import type { LimitsOf } from '../snapshot/day-limits';
import { assertSeats, type SnapshotService, teamFor } from '../snapshot/snapshot';
import { faultOfDuration, serviceWith } from '../snapshot/terms';

export interface RequestedItem {
  readonly serviceId: number;
  /** Absent: one of the active providers who offer the service. */
  readonly providerId?: number | undefined;
  /** Only these, where `providerId` is absent. Those of a narrowed key. */
  readonly providerIds?: readonly number[] | undefined;
  /** A duration that the service lets a booking choose; absent: that in force with the provider. */
  readonly durationMin?: number | undefined;
  /** Of an appointment that gets another time and keeps its service. Absent: it is a new one. */
  readonly kept?: KeptItem | undefined;
}

/** What an appointment keeps, even where its service has changed or was deleted since. */
export interface KeptItem {
  readonly lengthMs: number;
  /** These rather than others, if they are free. */
  readonly resourceIds: readonly number[];
  readonly team: readonly number[];
}

/** What is requested, apart from dates and times. */
export interface RequestedVisit {
  readonly items: readonly RequestedItem[];
  readonly maxGapMin?: number | undefined;
  readonly seats?: number | undefined;
  readonly locationId?: number | null | undefined;
  /** Ids of appointments that get another time: what they take is free. */
  readonly excludeAppointmentIds?: readonly number[] | undefined;
}

/** A provider for several services. */
export interface SnapshotProvider {
  /** Without what differs from service to service. */
  readonly calendar: Omit<ProviderCalendar, 'offersService' | 'sessions' | 'limits'>;
  readonly offers: ReadonlySet<number>;
  readonly sessions: ReadonlyMap<number, ProviderCalendar['sessions']>;
  /** The times of the provider's occupying appointments, without buffers. */
  readonly appointments: readonly Interval[];
}

/** Everything that the engine needs for a visit, read at one moment. */
export interface VisitSnapshot {
  readonly services: ReadonlyMap<number, SnapshotService>;
  readonly providers: ReadonlyMap<number, SnapshotProvider>;
  /** The active resources of the kinds that the services need. */
  readonly resources: readonly ResourceCalendar[];
  /** `false` when the location does not exist. */
  readonly hasLocation: boolean;
  /** Undefined: nothing has a limit per day. */
  readonly limitsOf?: LimitsOf | undefined;
  /** The row of the statement, of which the others are made. */
  readonly row?: unknown;
}

/** The service of an item. @throws Error when `assertFound` was not called before */
export function serviceOf({ services }: VisitSnapshot, { serviceId }: RequestedItem): SnapshotService {
  const service = services.get(serviceId);
  if (service === undefined) throw new Error('the snapshot has no service for the item');
  return service;
}

/** @throws ValidationError for all ids that name nothing, and for more seats, or another duration, than a service has */
export function assertFound(snapshot: VisitSnapshot, { items, seats }: RequestedVisit): void {
  const faults: Record<string, string> = {};
  items.forEach(({ serviceId, providerId, kept }, index) => {
    if (kept === undefined && snapshot.services.get(serviceId)?.isDeleted !== false)
      faults[`items[${index}].serviceId`] = 'names no service';
    if (providerId !== undefined && !snapshot.providers.has(providerId))
      faults[`items[${index}].providerId`] = 'names no provider';
  });
  if (!snapshot.hasLocation) faults['locationId'] = 'names no location';
  if (Object.keys(faults).length > 0) throw new ValidationError(faults);
  items.forEach((item, index) => {
    const fault = faultOfDuration(serviceOf(snapshot, item), item.durationMin);
    if (fault !== undefined) faults[`items[${index}].durationMin`] = fault;
  });
  if (Object.keys(faults).length > 0) throw new ValidationError(faults);
  for (const item of items) assertSeats(serviceOf(snapshot, item), seats);
}

/** The items in the form of the engine. */
export function visitItemsOf(
  snapshot: VisitSnapshot,
  { items, locationId }: RequestedVisit,
): readonly VisitItem[] {
  const workload = new Workload(appointmentsOf(snapshot));
  return items.map((item) => {
    const common = serviceOf(snapshot, item);
    const service = serviceFor(common, undefined, item);
    const calendars = calendarsFor(snapshot, item);
    const helpers = helpersOf(snapshot, service);
    const { resourceIds: keptResourceIds, team: keptTeam } = item.kept ?? {};
    return {
      serviceId: item.serviceId,
      service,
      calendars,
      terms: termsWith(common, service, calendars, item),
      resources: new ResourceChoice(service.needs, snapshot.resources, { locationId, keptResourceIds }),
      team: teamFor(service, { helpers, workload }, { keptTeam }),
    };
  });
}

/** A service as an item has it with a provider; undefined: with any. */
function serviceFor(
  service: SnapshotService,
  providerId: number | undefined,
  { durationMin, kept }: RequestedItem,
): SnapshotService {
  const offered = serviceWith(service, providerId, durationMin);
  return kept === undefined ? offered : { ...offered, durationMin: kept.lengthMs / MINUTE_MS };
}

/** The rules of a service with those for whom `serviceWith` gives others than those of the service. */
function termsWith(
  common: SnapshotService,
  service: SnapshotService,
  calendars: readonly ProviderCalendar[],
  item: RequestedItem,
): ReadonlyMap<number, SnapshotService> {
  if (common.terms.length === 0) return NO_TERMS;
  const rules = new Map<number, SnapshotService>();
  for (const { providerId } of calendars) {
    const own = serviceFor(common, providerId, item);
    if (own !== common && own !== service) rules.set(providerId, own);
  }
  return rules;
}

const NO_TERMS: ReadonlyMap<number, SnapshotService> = new Map();

export function appointmentsOf({ providers }: VisitSnapshot): ReadonlyMap<number, readonly Interval[]> {
  return new Map([...providers].map(([id, { appointments }]) => [id, appointments]));
}

function helpersOf({ providers }: VisitSnapshot, { team }: SnapshotService): ProviderCalendar[] {
  const ids = new Set(team.flatMap(({ providerIds }) => providerIds));
  return [...providers.values()]
    .filter(({ calendar }) => ids.has(calendar.providerId))
    .map(({ calendar }) => ({ ...calendar, offersService: false, sessions: [] }));
}

/** Those who may give an item: the one who is named, or all who offer it. */
function calendarsFor(
  { providers, limitsOf }: VisitSnapshot,
  { serviceId, providerId, providerIds }: RequestedItem,
): ProviderCalendar[] {
  const eligible = [...providers.values()].filter(({ calendar, offers }) =>
    providerId === undefined
      ? calendar.isAvailable && offers.has(serviceId) && (providerIds?.includes(calendar.providerId) ?? true)
      : calendar.providerId === providerId,
  );
  return eligible.map(({ calendar, offers, sessions }) => ({
    ...calendar,
    offersService: offers.has(serviceId),
    sessions: sessions.get(serviceId) ?? [],
    limits: limitsOf?.(serviceId, calendar.providerId),
  }));
}
