import { ValidationError } from '../../../platform/errors/errors';
import { Turns } from '../../../platform/turns';
import { type LocalStart, toInstant } from '../../../platform/time/zones/wall-clock';
import { zonesFor } from '../../engine';
import { type PossibleVisit, type VisitItem, VisitPlanner, type VisitRefusal } from '../../engine/visits';
import { instantAt } from '../decisions/candidate';
import { appointmentsOf, type VisitSnapshot, visitItemsOf, type RequestedVisit } from './visit-snapshot';

/** The visit at a start, or why there is none. */
export type VisitPlan =
  | { readonly visit: PossibleVisit }
  /** The start is in epoch ms; of a time that the clock skips, the end of the gap. */
  | { readonly refusal: VisitRefusal; readonly start: number };

/**
 * Plans the visit that begins at a start, while other requests run in between. A time of day is one on the clock of the provider of the first item.
 * @param now epoch ms
 * @param zone in which a time of day is read when no provider can give the first item
 * @throws ValidationError when there are too many ways to try
 */
export async function visitAt(
  snapshot: VisitSnapshot,
  requested: RequestedVisit,
  start: number | LocalStart,
  now: number,
  zone: string,
): Promise<VisitPlan> {
  const items = visitItemsOf(snapshot, requested);
  const { maxGapMin = 0, seats = 1, locationId } = requested;
  const appointments = appointmentsOf(snapshot);
  const planner = new VisitPlanner(now, { items, maxGapMin, seats, locationId, appointments });
  const instants = instantsOf(start, items, locationId, zone);
  for (const instant of instants) {
    const visit = await inTurns(planner.planAt(instant, endIn(start, instant)));
    if (visit === 'unknown')
      throw new ValidationError({
        items: 'can be had in too many ways to try them all: name their providers',
      });
    if (visit !== 'none') return { visit };
  }
  const [first] = instants;
  if (first === undefined)
    return { refusal: { item: 0, reason: 'invalid_time' }, start: nearestInstant(start, zone) };
  return { refusal: await inTurns(planner.refusalAt(first, endIn(start, first))), start: first };
}

async function inTurns<T>(work: Generator<undefined, T>): Promise<T> {
  const turns = new Turns();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    await turns.pause();
  }
}

/** What the start means on the clocks of those who may give the first item, in the order of time. */
function instantsOf(
  start: number | LocalStart,
  [first]: readonly VisitItem[],
  locationId: number | null | undefined,
  zone: string,
): readonly number[] {
  const zones = first?.calendars.map((calendar) => zonesFor(calendar, locationId).of(start)) ?? [];
  const read = (zones.length === 0 ? [zone] : zones).flatMap((each) => instantAt(start, each) ?? []);
  return [...new Set(read)].sort((a, b) => a - b);
}

/** No end for the zones on whose clocks the start is that instant; the others cannot have the first item. */
function endIn(start: number | LocalStart, instant: number) {
  return (zone: string) => (instantAt(start, zone) === instant ? Infinity : undefined);
}

function nearestInstant(start: number | LocalStart, zone: string): number {
  return typeof start === 'number' ? start : toInstant(start, zone).instant;
}
