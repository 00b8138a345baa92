import { ValidationError } from '../../../platform/errors/errors';
import { getDay } from '../../../platform/time/local-date';
import type { AnyCandidate, Candidate, Wanted } from './candidate';
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

/** A decision with the provider whom it is about: the one who takes the booking or, if none can, the one who passes the most rules. */
export interface Decided {
  readonly wanted: Wanted;
  readonly candidate: Candidate;
  readonly decision: Decision;
}

/**
 * Decides on a booking that any of the providers of a snapshot may take.
 * @param now epoch ms
 * @param zone of the business
 * @throws ValidationError of ids that name nothing, and of what does not fit any provider's calendar
 */
export function decidedIn(snapshot: Snapshot, now: number, wanted: AnyCandidate, zone: string): Decided {
  const { calendars } = snapshot;
  const known = calendars.length > 0 ? snapshot : { ...snapshot, calendars: [offeringNothing(zone)] };
  const decide = (candidate: Candidate) => decisionIn(known, now, candidate);
  const decided = firstWhoCan(inOrderAt(known, wanted), wanted, decide);
  assertAllFound(calendars, wanted);
  return decided;
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
  wanted: Wanted,
  decide: (candidate: Candidate) => Decision,
): Decided {
  const refused = new Map<Reason, Decided>();
  let fault: unknown;
  for (const { providerId } of providers) {
    const candidate = { ...wanted, providerId };
    try {
      const decision = decide(candidate);
      const decided = { wanted, candidate, decision };
      if (decision.verdict.bookable) return decided;
      const { reason } = decision.verdict;
      refused.set(reason, refused.get(reason) ?? decided);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      fault ??= error;
    }
  }
  const furthest = furthestReason([...refused.keys()]);
  const decided = furthest && refused.get(furthest);
  if (decided === undefined) throw fault;
  return decided;
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
