import { ValidationError } from '../../../platform/errors/errors';
import { type LocalStart, toInstant } from '../../../platform/time/zones/wall-clock';
import { type Visit, type VisitItem, VisitPlanner, type VisitRefusal, zonesFor } from '../engine';
import { instantOf } from '../candidate';
import { appointmentsOf, type VisitSnapshot, visitItemsOf, type RequestedVisit } from './visit-snapshot';

/** The visit at a start, or why there is none. */
export type VisitPlan =
  | { readonly visit: Visit }
  /** The start is in epoch ms; of a time that the clock skips, the end of the gap. */
  | { readonly refusal: VisitRefusal; readonly start: number };

/**
 * Plans the visit that begins at a start. A time of day is one on the clock of the provider of the first item.
 * @param now epoch ms
 * @param zone in which a time of day is read when no provider can give the first item
 * @throws ValidationError when there are too many ways to try
 */
export function visitAt(
  snapshot: VisitSnapshot,
  requested: RequestedVisit,
  start: number | LocalStart,
  now: number,
  zone: string,
): VisitPlan {
  const items = visitItemsOf(snapshot, requested);
  const { maxGapMin = 0, seats = 1, locationId } = requested;
  const appointments = appointmentsOf(snapshot);
  const planner = new VisitPlanner(now, { items, maxGapMin, seats, locationId, appointments });
  const instants = instantsOf(start, items, locationId, zone);
  for (const instant of instants) {
    const visit = planner.planAt(instant, endIn(start, instant));
    if (visit === 'unknown')
      throw new ValidationError({
        items: 'can be had in too many ways to try them all: name their providers',
      });
    if (visit !== 'none') return { visit };
  }
  const [first] = instants;
  if (first === undefined)
    return { refusal: { item: 0, reason: 'invalid_time' }, start: nearestInstant(start, zone) };
  return { refusal: planner.refusalAt(first, endIn(start, first)), start: first };
}

/** What the start means on the clocks of those who may give the first item, in the order of time. */
function instantsOf(
  start: number | LocalStart,
  [first]: readonly VisitItem[],
  locationId: number | null | undefined,
  zone: string,
): readonly number[] {
  const zones = first?.calendars.map((calendar) => zonesFor(calendar, locationId).of(start)) ?? [];
  const read = (zones.length === 0 ? [zone] : zones).flatMap((each) => instantOf(start, each) ?? []);
  return [...new Set(read)].sort((a, b) => a - b);
}

/** No end for the zones on whose clocks the start is that instant; the others cannot have the first item. */
function endIn(start: number | LocalStart, instant: number) {
  return (zone: string) => (instantOf(start, zone) === instant ? Infinity : undefined);
}

function nearestInstant(start: number | LocalStart, zone: string): number {
  return typeof start === 'number' ? start : toInstant(start, zone).instant;
}
