import type { WebStatus } from '../../../business/services/service.entity';
import { isDeepStrictEqual } from 'node:util';
import { ValidationError } from '../../../platform/errors/errors';
import {
  type CapacityRequest,
  type DateZones,
  type ProviderCalendar,
  type ResourceCalendar,
  ResourceChoice,
  type ResourceNeed,
  satisfies,
  type ServiceRules,
  type SlotOptions,
  NO_TEAM,
  TeamChoice,
  type TeamNeed,
  type TeamRequest,
  type Workload,
  zonesFor,
} from '../../engine';
import type { Interval } from '../../../platform/time/interval';
import { assertDuration, type OfferedTerms } from './terms';
import { HOUR_MS } from '../../../platform/time/units';

/** A service with its rules for the engine, and with the values that a booking copies. */
export interface SnapshotService extends ServiceRules, OfferedTerms {
  readonly id: number;
  readonly name: string;
  readonly needs: readonly ResourceNeed[];
  readonly team: readonly TeamNeed[];
  /** After how many minutes its pending appointments end; null: they do not end by themselves. */
  readonly pendingMin: number | null;
  /** What a booking from a page or by a link is. */
  readonly webStatus: WebStatus;
  readonly isDeleted: boolean;
  /** How many appointments that are still to come a customer may have; null: no limit. */
  readonly maxActivePerCustomer: number | null;
  /** How often it may be booked on a date; null: no limit. */
  readonly maxPerDay: number | null;
  /** The keys of its required questions; null: it has no questions. */
  readonly requiredKeys: readonly string[] | null;
}

/** One service and some providers, read at one moment, as the engine needs them. */
export interface Snapshot {
  /** `undefined` when no service has the id. */
  readonly service: SnapshotService | undefined;
  /** The calendars of the providers that exist, by id. */
  readonly calendars: readonly ProviderCalendar[];
  /** The calendars of those who may help with the service, by id. */
  readonly helpers: readonly ProviderCalendar[];
  /** The booked minutes of the providers, where one of several is chosen, and of the helpers. */
  readonly workload: Workload;
  /** The active resources of the kinds that the service needs. */
  readonly resources: readonly ResourceCalendar[];
  /** `false` when `excludeAppointmentId` does not exist. */
  readonly hasExcluded: boolean;
  /** `false` when `locationId` does not exist. */
  readonly hasLocation: boolean;
  /** Whether the hours of one of the providers name a place. */
  readonly namesPlaces: boolean;
  /** Whether a timetable has named one of the providers. */
  readonly hasTeacher: boolean;
  /** The zones of the places that have one, by the id of the location. */
  readonly placeZones: ReadonlyMap<number, string>;
}

/** A snapshot, with what its statements have read: of one, all is of one moment. */
export interface ReadSnapshot extends Snapshot {
  readonly readings: readonly unknown[];
}

/** More than the difference between any two zones: a date whose zone is unknown is within it. */
const MARGIN_MS = 26 * HOUR_MS;

/** The interval to load for questions about local dates of any zone. */
export function withZoneMarginOfDates(firstDate: string, lastDate: string): Interval {
  return withZoneMargin({ start: Date.parse(`${firstDate}T00:00Z`), end: Date.parse(`${lastDate}T24:00Z`) });
}

/** The interval to load for questions about an interval, of which the zone is not known yet. */
export function withZoneMargin({ start, end }: Interval): Interval {
  return { start: start - MARGIN_MS, end: end + MARGIN_MS };
}

/** @param mayBeDeleted whether a deleted one is found, too @throws ValidationError for all requested ids that name nothing */
export function getService(snapshot: Snapshot, mayBeDeleted = false): SnapshotService {
  const { service, hasExcluded, hasLocation } = snapshot;
  if (service === undefined || (service.isDeleted && !mayBeDeleted) || !hasExcluded || !hasLocation)
    throw new ValidationError(faultsOf(snapshot));
  return service;
}

/** The clock on which the time of a booking of the provider is read. @throws ValidationError when there is no such provider */
export function zonesIn(
  { calendars }: Pick<Snapshot, 'calendars'>,
  {
    providerId,
    locationId,
  }: { readonly providerId: number; readonly locationId?: number | null | undefined },
): DateZones {
  const calendar = calendars.find((candidate) => candidate.providerId === providerId);
  if (calendar === undefined) throw new ValidationError({ providerId: 'names no provider' });
  return zonesFor(calendar, locationId);
}

/** The requested service and provider. @throws ValidationError for all requested ids that name nothing */
export function getBoth(
  snapshot: Snapshot,
  providerId: number,
  mayBeDeleted = false,
): { readonly service: SnapshotService; readonly calendar: ProviderCalendar } {
  const calendar = snapshot.calendars.find((candidate) => candidate.providerId === providerId);
  if (calendar === undefined)
    throw new ValidationError({ ...faultsOf(snapshot), providerId: 'names no provider' });
  return { service: getService(snapshot, mayBeDeleted), calendar };
}

function faultsOf({ service, hasExcluded, hasLocation }: Snapshot): Record<string, string> {
  return {
    ...((service === undefined || service.isDeleted) && { serviceId: 'names no service' }),
    ...(!hasExcluded && { excludeAppointmentId: 'names no appointment' }),
    ...(!hasLocation && { locationId: 'names no location' }),
  };
}

/** What is requested of a service: a duration that it offers, and what a booking takes. */
export interface OfferRequest extends CapacityRequest {
  /** One that the service lets a booking choose; absent: that in force with the provider. */
  readonly durationMin?: number | undefined;
}

/** What a search for slots needs of a request. @throws ValidationError for more seats, or another duration, than the service has */
export function slotOptions(snapshot: Snapshot, request: OfferRequest): SlotOptions {
  const { excludeAppointmentId, seats, locationId, durationMin } = request;
  const service = getService(snapshot);
  assertSeats(service, seats);
  assertDuration(service, durationMin);
  const resources = resourcesFor(service, snapshot, request);
  return { excludeAppointmentId, seats, locationId, resources, team: teamFor(service, snapshot, request) };
}

export function resourcesFor(
  service: SnapshotService,
  { resources }: Snapshot,
  request: CapacityRequest,
): ResourceChoice {
  return new ResourceChoice(service.needs, resources, request);
}

export function teamFor(
  { team }: SnapshotService,
  { helpers, workload }: Pick<Snapshot, 'helpers' | 'workload'>,
  request: TeamRequest,
): TeamChoice {
  return team.length === 0 ? NO_TEAM : new TeamChoice(team, helpers, workload, request);
}

/** @throws ValidationError */
export function assertSeats({ capacity }: SnapshotService, seats = 1): void {
  if (seats > capacity)
    throw new ValidationError({ seats: `must be at most ${capacity}, the capacity of the service` });
}

/**
 * Named resources must be those of the session that is joined, or just what the service needs, at the place.
 * @param ofSession undefined: no session is joined @throws ValidationError
 */
export function assertResources(
  service: SnapshotService,
  { resources }: Snapshot,
  request: CapacityRequest,
  ofSession: readonly number[] | undefined,
): void {
  const { resourceIds } = request;
  if (resourceIds === undefined) return;
  if (ofSession !== undefined && !isDeepStrictEqual(new Set(ofSession), new Set(resourceIds)))
    throw new ValidationError({ resourceIds: 'must be those of the session at this time' });
  if (ofSession === undefined && !satisfies(service.needs, resources, { ...request, resourceIds }))
    throw new ValidationError({
      resourceIds: 'must be just the active resources that the service needs, at the location',
    });
}
