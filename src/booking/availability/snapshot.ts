import { ValidationError } from '../../platform/errors/errors';
import type { ProviderCalendar, ServiceRules } from './engine';
import type { Interval } from '../../platform/time/interval';
import { HOUR_MS } from '../../platform/time/units';

/** A service as the engine sees it, with what a booking copies from it. */
export interface SnapshotService extends Omit<ServiceRules, 'isAvailable'> {
  readonly id: number;
  readonly active: boolean;
  readonly price: number | null;
}

/** All that the engine needs of one service and some providers, read at one moment. */
export interface Snapshot {
  /** `undefined` when no service has the id, or it is deleted. */
  readonly service: SnapshotService | undefined;
  /** Of the providers that exist, by id. */
  readonly calendars: readonly ProviderCalendar[];
  /** `false` when an appointment is to be left out of account that there is none of. */
  readonly hasExcluded: boolean;
}

/** From the first zone's midnight to the last one's: how far off an instant may be whose zone is not known yet. */
const REACH_MS = 26 * HOUR_MS;

/** The instants to load for questions about some local dates, in whatever zone. */
export function withZoneMarginOfDates(firstDate: string, lastDate: string): Interval {
  return withZoneMargin({ start: Date.parse(`${firstDate}T00:00Z`), end: Date.parse(`${lastDate}T24:00Z`) });
}

/** The instants to load for questions about an interval. */
export function withZoneMargin({ start, end }: Interval): Interval {
  return { start: start - REACH_MS, end: end + REACH_MS };
}

/** The rules of a service, for the engine. */
export function rulesOf(service: SnapshotService): ServiceRules {
  return { ...service, isAvailable: service.active };
}

/** The service asked for, of any provider. @throws ValidationError of all ids asked for that name nothing */
export function getService(snapshot: Snapshot): SnapshotService {
  const { service } = snapshot;
  if (service === undefined || !snapshot.hasExcluded) throw new ValidationError(faultsOf(snapshot));
  return service;
}

/** The service and the provider asked for. @throws ValidationError of all ids asked for that name nothing */
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
