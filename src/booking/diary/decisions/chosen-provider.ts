import { ValidationError } from '../../../platform/errors/errors';
import { getDay } from '../../../platform/time/local-date';
import type { AnyCandidate, Candidate, SomeCandidate } from './candidate';
import {
  furthestReason,
  inOrderOfChoice,
  NO_SPECIAL_HOURS,
  type ProviderCalendar,
  type Reason,
  zonesFor,
} from '../../engine';
import type { Snapshot } from '../snapshot/snapshot';
import { type Decision, decisionIn } from './decision';

/**
 * Decides on a booking that any of the providers of a snapshot may take.
 * @param now epoch ms
 * @param zone of the business
 * @throws ValidationError of ids that name nothing, and of what does not fit any provider's calendar
 */
export function decisionAmong(
  snapshot: Snapshot,
  now: number,
  requested: AnyCandidate,
  zone: string,
): Decision {
  const { calendars } = snapshot;
  const known = calendars.length > 0 ? snapshot : { ...snapshot, calendars: [offeringNothing(zone)] };
  const decide = (candidate: Candidate) => decisionIn(known, now, candidate);
  const decision = firstWhoCan(inOrderAt(known, requested), requested, decide);
  assertAllFound(calendars, requested);
  return decision;
}

/** The providers of a snapshot in the order of choice on the local date of a start. */
export function inOrderAt(
  { calendars, workload }: Pick<Snapshot, 'calendars' | 'workload'>,
  { start, locationId }: Pick<Candidate, 'start' | 'locationId'>,
): readonly ProviderCalendar[] {
  return inOrderOfChoice(calendars, (calendar) => {
    const zones = zonesFor(calendar, locationId);
    const day = typeof start === 'number' ? zones.dayAt(start) : getDay(start.date);
    return workload.minutesOn(day, zones.of(start), calendar.providerId);
  });
}

/**
 * The decision with the first of some providers, at least one, who can take a booking. What is a fault with one of them, such as an end
 * that the clock skips or a resource of another session, may be none with the next. @throws ValidationError when it is with each
 */
export function firstWhoCan(
  providers: readonly Pick<ProviderCalendar, 'providerId'>[],
  requested: SomeCandidate,
  decide: (candidate: Candidate) => Decision,
): Decision {
  const refused = new Map<Reason, Decision>();
  let fault: unknown;
  for (const { providerId } of providers) {
    try {
      const decision = { ...decide({ ...requested, providerId }), requested };
      if (decision.verdict.bookable) return decision;
      const { reason } = decision.verdict;
      refused.set(reason, refused.get(reason) ?? decision);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      fault ??= error;
    }
  }
  const furthest = furthestReason([...refused.keys()]);
  const decision = furthest && refused.get(furthest);
  if (decision === undefined) throw fault;
  return decision;
}

/** @throws ValidationError */
export function assertAllFound(
  calendars: readonly ProviderCalendar[],
  { providerIds = [] }: AnyCandidate,
): void {
  const found = new Set(calendars.map(({ providerId }) => providerId));
  if (providerIds.some((id) => !found.has(id)))
    throw new ValidationError({ providerIds: 'names no provider' });
}

/** Stands in where no provider may be chosen, so that the same rules give the reason. */
function offeringNothing(timeZone: string): ProviderCalendar {
  return {
    providerId: 0,
    isAvailable: true,
    offersService: false,
    timeZone,
    hours: () => [],
    special: NO_SPECIAL_HOURS,
    closures: [],
    timeOff: [],
    busyElsewhere: [],
    busy: [],
    sessions: [],
  };
}
