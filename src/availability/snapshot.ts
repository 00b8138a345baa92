import { ValidationError } from '../common/errors/errors';
import type { Interval, ProviderCalendar, ServiceRules } from './engine';

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
}

const HOUR_MS = 3_600_000;
/**
 * How far what happens around a stretch of time can reach into it: the offset of a zone (26 hours from the first to the
 * last), the longest duration (a day) and the longest buffers (a day each).
 */
const REACH_MS = (26 + 3 * 24) * HOUR_MS;

/** The instants to load for questions about some local dates, in whatever zone. */
export function aroundDates(firstDate: string, lastDate: string): Interval {
  return around({ start: Date.parse(`${firstDate}T00:00Z`), end: Date.parse(`${lastDate}T24:00Z`) });
}

/** The instants to load for questions about an interval. */
export function around({ start, end }: Interval): Interval {
  return { start: start - REACH_MS, end: end + REACH_MS };
}

/** The rules of a service, for the engine. */
export function rulesOf(service: SnapshotService): ServiceRules {
  return { ...service, isAvailable: service.active };
}

/** @throws ValidationError when the service asked for does not exist */
export function getService({ service }: Snapshot): SnapshotService {
  if (service === undefined) throw new ValidationError({ serviceId: 'names no service' });
  return service;
}

/** @throws ValidationError when the provider asked for does not exist */
export function getCalendar({ calendars }: Snapshot, providerId: number): ProviderCalendar {
  const calendar = calendars.find((candidate) => candidate.providerId === providerId);
  if (calendar === undefined) throw new ValidationError({ providerId: 'names no provider' });
  return calendar;
}
