import { Turns } from '../../../platform/turns';
import { getDay, timeText } from '../../../platform/time/local-date';
import type { LocalStart } from '../../../platform/time/zones/wall-clock';
import type { BookingBatch } from '../../diary/decisions/booking-batch';
import type { SomeCandidate } from '../../diary/decisions/candidate';
import { toSlotResponse } from '../../availability/dto/slot.response';
import type { Reason } from '../../engine';
import type { ListedSlot } from '../../diary/slots/listed-slot';
import { ALTERNATIVES } from '../../availability/search/slot-search';
import type { SkippedOccurrence } from '../dto/skipped-occurrence';

export interface RefusedOccurrence {
  /** On the provider's clock. */
  readonly start: LocalStart;
  readonly reason: Reason;
  /** Whether the customer has too many: no other time would be better. */
  readonly isOfCustomer?: boolean;
  readonly candidate: SomeCandidate;
}

/** The most days and starts that the search for all alternatives of one answer examines. */
const MAX_WORK = 100_000;

const NOTHING = { slots: [], examined: 0 };

/**
 * Refused occurrences for the response. Their alternatives are slots of the same date, from the snapshot of the batch: no query, and a
 * bounded amount of work, between which other requests run.
 */
export async function withAlternatives(
  batch: BookingBatch,
  refused: readonly RefusedOccurrence[],
): Promise<SkippedOccurrence[]> {
  const turns = new Turns();
  const skipped: SkippedOccurrence[] = [];
  let work = 0;
  for (const { start, reason, isOfCustomer = false, candidate } of refused) {
    const { date, timeMin } = start;
    const time = timeText(timeMin);
    const isSearched = !isOfCustomer && work <= MAX_WORK;
    const { slots, examined } = isSearched ? await batch.slotsOn(candidate, getDay(date), turns) : NOTHING;
    work += examined;
    skipped.push({ date, start: time, reason, alternatives: nearest(slots, time).map(toSlotResponse) });
  }
  return skipped;
}

/** The slots nearest to a time of the day but for that time itself, in the order of time. */
function nearest(slots: readonly ListedSlot[], time: string): readonly ListedSlot[] {
  const distance = (slot: ListedSlot) => Math.abs(minutes(slot.time) - minutes(time));
  return slots
    .filter((slot) => slot.time !== time)
    .toSorted((a, b) => distance(a) - distance(b) || a.start - b.start)
    .slice(0, ALTERNATIVES)
    .toSorted((a, b) => a.start - b.start);
}

function minutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
