import { isDeepStrictEqual } from 'node:util';
import type { LocalStart } from '../../../platform/time/zones/wall-clock';
import { bookedTime, type BookedTime } from '../../diary/writes/new-appointment';
import type { AnyCandidate, Candidate } from '../../diary/decisions/candidate';
import type { DateZones } from '../../engine';
import type { BookingBatch } from '../../diary/decisions/booking-batch';
import type { Decision } from '../../diary/decisions/decision';
import { type Taken, takenBy } from '../../diary/snapshot/taken';
import { DecisionBudget } from './decision-budget';
import type { RefusedOccurrence } from './refused-occurrences';

export interface SeriesDecision {
  /** It has seen what is allowed. */
  readonly batch: BookingBatch;
  /** Of the place or the provider, or of the first choice, on the first date. */
  readonly timezone: string;
  readonly allowed: readonly BookedTime[];
  readonly refused: readonly RefusedOccurrence[];
}

/** The starts of a series, in the order of time. Those of an UNTIL in UTC depend on the zones. */
export interface Occurrences {
  readonly first: LocalStart;
  readonly startsIn: (zones: DateZones) => readonly LocalStart[];
}

interface OccurrenceDecision extends Decision {
  readonly start: LocalStart;
}

type EachOf<Any> = Any extends unknown ? Omit<Any, 'start'> : never;

/**
 * Decides on each occurrence of a series. Without a provider, one takes all of it: the first in the order of choice on the first date
 * who can. When none can, each occurrence goes to the first in the order of its own date. Lets other requests run in between.
 * @throws ValidationError of ids that name nothing, and of more choices than one request may try
 */
export async function decideAll(
  batch: BookingBatch,
  candidate: EachOf<Candidate> | EachOf<AnyCandidate>,
  { first, startsIn }: Occurrences,
  price: number | null | undefined,
): Promise<SeriesDecision> {
  const budget = new DecisionBudget();
  if (candidate.providerId !== undefined)
    return decideWith(batch, candidate, { first, startsIn }, price, budget);
  const order = batch.inOrderAt({ ...candidate, start: first });
  for (const providerId of order) {
    const own = { ...candidate, providerId };
    const whole = await decideWith(batch.anew(), own, { first, startsIn }, price, budget, 'whole');
    if (whole.refused.length === 0 && whole.allowed.length > 0) return whole;
  }
  const zones = batch.zonesOf({ ...candidate, providerId: order[0] });
  const decisions: OccurrenceDecision[] = [];
  for (const start of startsIn(zones)) {
    await budget.spend(order.length);
    decisions.push({ start, ...noted(batch, batch.decideAny({ ...candidate, start })) });
  }
  return { batch, timezone: zones.of(first), ...sorted(decisions, price) };
}

/** The same with so many occurrences at most; the later ones are refused. */
export function limitedTo(decided: SeriesDecision, most: number): SeriesDecision {
  if (decided.allowed.length <= most) return decided;
  const beyond = decided.allowed.slice(most).flatMap(({ candidate }) => {
    const { start } = candidate;
    const why = { reason: 'limit_reached', isOfCustomer: true } as const;
    return typeof start === 'number' ? [] : [{ start, ...why, candidate }];
  });
  const refused = [...decided.refused, ...beyond].sort((a, b) => (a.start.date < b.start.date ? -1 : 1));
  return { ...decided, allowed: decided.allowed.slice(0, most), refused };
}

/** Whom and what a series takes. */
export function takenByAll({ allowed }: SeriesDecision): Taken {
  return takenBy(
    allowed.map(({ state }) => state),
    allowed.slice(0, 1).map(({ service }) => service),
  );
}

/** The later decision, if it allows the same times. Other times than those refused are looked for among all who were planned with. */
export function confirmed(again: SeriesDecision, planned: SeriesDecision): SeriesDecision | undefined {
  const startsOf = ({ allowed }: SeriesDecision) => allowed.map(({ state }) => state.start);
  if (!isDeepStrictEqual(startsOf(again), startsOf(planned))) return undefined;
  return { ...again, batch: planned.batch, refused: planned.refused };
}

/** The series with one provider. @param extent `whole`: the first refusal is the last decision */
async function decideWith(
  batch: BookingBatch,
  candidate: EachOf<Candidate>,
  { first, startsIn }: Occurrences,
  price: number | null | undefined,
  budget: DecisionBudget,
  extent: 'whole' | 'each' = 'each',
): Promise<SeriesDecision> {
  const zones = batch.zonesOf(candidate);
  const decisions: OccurrenceDecision[] = [];
  for (const start of startsIn(zones)) {
    await budget.spend();
    const decision = noted(batch, batch.decide({ ...candidate, start }));
    decisions.push({ start, ...decision });
    if (extent === 'whole' && !decision.verdict.bookable) break;
  }
  return { batch, timezone: zones.of(first), ...sorted(decisions, price) };
}

/** Later occurrences see what this one takes. */
function noted(batch: BookingBatch, decision: Decision): Decision {
  const { candidate, verdict } = decision;
  if (verdict.bookable) batch.take({ ...candidate, ...verdict, appointmentId: null });
  return decision;
}

function sorted(
  decisions: readonly OccurrenceDecision[],
  price: number | null | undefined,
): Pick<SeriesDecision, 'allowed' | 'refused'> {
  const allowed: BookedTime[] = [];
  const refused: RefusedOccurrence[] = [];
  for (const decision of decisions) {
    const { start, candidate, requested, verdict } = decision;
    if (verdict.bookable) allowed.push(bookedTime({ ...decision, requested: candidate }, price));
    else refused.push({ start, reason: verdict.reason, candidate: requested });
  }
  return { allowed, refused };
}
