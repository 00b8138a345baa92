import { ValidationError } from '../../platform/errors/errors';
import type { ProviderCalendar, ServiceRules } from './engine';
import type { Interval } from '../../platform/time/interval';
import { HOUR_MS } from '../../platform/time/units';

/** A service with its rules for the engine, and with the values that a booking copies. */
export interface SnapshotService extends Omit<ServiceRules, 'isAvailable'> {
  readonly id: number;
  readonly active: boolean;
  readonly price: number | null;
}

/** One service and some providers, read at one moment, as the engine needs them. */
export interface Snapshot {
  /** `undefined` when no service has the id, or it is deleted. */
  readonly service: SnapshotService | undefined;
  /** The calendars of the providers that exist, by id. */
  readonly calendars: readonly ProviderCalendar[];
  /** `false` when `excludeAppointmentId` does not exist. */
  readonly hasExcluded: boolean;
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

/** The rules of a service for the engine. */
export function rulesOf(service: SnapshotService): ServiceRules {
  return { ...service, isAvailable: service.active };
}

/** The requested service. @throws ValidationError for all requested ids that name nothing */
export function getService(snapshot: Snapshot): SnapshotService {
  const { service } = snapshot;
  if (service === undefined || !snapshot.hasExcluded) throw new ValidationError(faultsOf(snapshot));
  return service;
}

/** The requested service and provider. @throws ValidationError for all requested ids that name nothing */
export function getBoth(
  snapshot: Snapshot,
  providerId: number,
): { readonly service: SnapshotService; readonly calendar: ProviderCalendar } {
  const calendar = snapshot.calendars.find((candidate) => candidate.providerId === providerId);
  if (calendar === undefined)
    throw new ValidationError({ ...faultsOf(snapshot), providerId: 'names no provider' });
  return { service: getService(snapshot), calendar };
}

function faultsOf({ service, hasExcluded }: Snapshot): Record<string, string> {
  return {
    ...(service === undefined && { serviceId: 'names no service' }),
    ...(!hasExcluded && { excludeAppointmentId: 'names no appointment' }),
  };
}
