import { isDeepStrictEqual } from 'node:util';
import type { LocalStart } from '../../../platform/time/zones/wall-clock';
import { bookedTime, type BookedTime } from '../../diary/writes/new-appointment';
import type { AnyCandidate, Candidate } from '../../diary/decisions/candidate';
import type { DateZones } from '../../engine';
import type { BookingBatch } from '../../diary/decisions/booking-batch';
import type { Decided } from '../../diary/decisions/chosen-provider';
import { type Taken, takenBy } from '../../diary/snapshot/taken';
import { DecisionBudget } from './decision-budget';
import type { RefusedOccurrence } from './refused-occurrences';

export interface DecidedSeries {
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

interface DecidedOccurrence extends Decided {
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
  wanted: EachOf<Candidate> | EachOf<AnyCandidate>,
  { first, startsIn }: Occurrences,
  price: number | null | undefined,
): Promise<DecidedSeries> {
  const budget = new DecisionBudget();
  if (wanted.providerId !== undefined) return decideWith(batch, wanted, { first, startsIn }, price, budget);
  const order = batch.inOrderAt({ ...wanted, start: first });
  for (const providerId of order) {
    const whole = await wholeWith(
      batch.anew(),
      { ...wanted, providerId },
      { first, startsIn },
      price,
      budget,
    );
    if (whole !== undefined) return whole;
  }
  const zones = batch.zonesOf({ ...wanted, providerId: order[0] });
  const decided: DecidedOccurrence[] = [];
  for (const start of startsIn(zones)) {
    await budget.spend(order.length);
    decided.push({ start, ...noted(batch, batch.decideAny({ ...wanted, start })) });
  }
  return { batch, timezone: zones.of(first), ...sorted(decided, price) };
}

/** The same with so many occurrences at most; the later ones are refused. */
export function limitedTo(decided: DecidedSeries, most: number): DecidedSeries {
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
export function takenByAll({ allowed }: DecidedSeries): Taken {
  return takenBy(
    allowed.map(({ state }) => state),
    allowed.slice(0, 1).map(({ service }) => service),
  );
}

/** The later decision, if it allows the same times. Other times than those refused are looked for among all who were planned with. */
export function confirmed(again: DecidedSeries, planned: DecidedSeries): DecidedSeries | undefined {
  const startsOf = ({ allowed }: DecidedSeries) => allowed.map(({ state }) => state.start);
  if (!isDeepStrictEqual(startsOf(again), startsOf(planned))) return undefined;
  return { ...again, batch: planned.batch, refused: planned.refused };
}

async function decideWith(
  batch: BookingBatch,
  wanted: EachOf<Candidate>,
  { first, startsIn }: Occurrences,
  price: number | null | undefined,
  budget: DecisionBudget,
): Promise<DecidedSeries> {
  const zones = batch.zonesOf(wanted);
  const decided: DecidedOccurrence[] = [];
  for (const start of startsIn(zones)) {
    await budget.spend();
    decided.push(decideOne(batch, { ...wanted, start }, start));
  }
  return { batch, timezone: zones.of(first), ...sorted(decided, price) };
}

/** The series with one provider; undefined when the provider cannot have all of it. */
async function wholeWith(
  batch: BookingBatch,
  wanted: EachOf<Candidate>,
  { first, startsIn }: Occurrences,
  price: number | null | undefined,
  budget: DecisionBudget,
): Promise<DecidedSeries | undefined> {
  const zones = batch.zonesOf(wanted);
  const decided: DecidedOccurrence[] = [];
  for (const start of startsIn(zones)) {
    await budget.spend();
    const one = decideOne(batch, { ...wanted, start }, start);
    if (!one.decision.verdict.bookable) return undefined;
    decided.push(one);
  }
  return decided.length === 0 ? undefined : { batch, timezone: zones.of(first), ...sorted(decided, price) };
}

function decideOne(batch: BookingBatch, candidate: Candidate, start: LocalStart): DecidedOccurrence {
  const decision = batch.decide(candidate);
  return { start, ...noted(batch, { wanted: candidate, candidate, decision }) };
}

/** Later occurrences see what this one takes. */
function noted(batch: BookingBatch, decided: Decided): Decided {
  const { candidate, decision } = decided;
  if (decision.verdict.bookable) batch.take({ ...candidate, ...decision.verdict, appointmentId: null });
  return decided;
}

function sorted(
  decided: readonly DecidedOccurrence[],
  price: number | null | undefined,
): Pick<DecidedSeries, 'allowed' | 'refused'> {
  const allowed: BookedTime[] = [];
  const refused: RefusedOccurrence[] = [];
  for (const { start, wanted, candidate, decision } of decided) {
    const { verdict } = decision;
    if (verdict.bookable) allowed.push(bookedTime(candidate, decision, price));
    else refused.push({ start, reason: verdict.reason, candidate: wanted });
  }
  return { allowed, refused };
}
