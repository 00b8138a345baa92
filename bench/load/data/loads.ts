import type { Random } from '../random';
import { isHoliday } from './days';
import { FUTURE_RATE, FUTURE_WEEKS, OPEN, ORDINARY, PAST_WEEKS } from './plan';
import { CELLS_A_DAY, isAway, worksOn } from './schedules';

/** The number of appointments of a provider on a day. */
export interface Load {
  readonly providerId: number;
  readonly day: number;
  readonly count: number;
}

/** The most by which a day differs from the average. */
const JITTER = 2;
/** The number of last days that are not varied, so that the total is exact. */
const STEADY_END = 20;

/**
 * Spreads appointments over days and providers: first from the anchor on, at a fixed rate; the rest over the weeks before it.
 */
export function* loads(total: number, anchor: number, dice: Random): Generator<Load> {
  const past = workingDays(anchor - PAST_WEEKS * 7, anchor, anchor, [...OPEN, ...ORDINARY]);
  const coming = workingDays(anchor, anchor + FUTURE_WEEKS * 7, anchor, ORDINARY);
  const ahead = Math.min(total, coming.length * FUTURE_RATE);
  yield* spread(past, (total - ahead) / past.length, total - ahead, dice);
  yield* spread(coming, FUTURE_RATE, ahead, dice);
}

type ProviderDay = readonly [providerId: number, day: number];

function workingDays(
  from: number,
  to: number,
  anchor: number,
  providers: readonly number[],
): readonly ProviderDay[] {
  const found: ProviderDay[] = [];
  for (let day = from; day < to; day++) {
    const week = Math.floor((day - anchor) / 7) + PAST_WEEKS;
    for (const providerId of isHoliday(day) ? [] : providers)
      if (worksOn(providerId, day) && !isAway(providerId, week)) found.push([providerId, day]);
  }
  return found;
}

function* spread(days: readonly ProviderDay[], rate: number, total: number, dice: Random): Generator<Load> {
  if (rate > CELLS_A_DAY - JITTER) throw new RangeError(`${total} appointments do not fit into the diary`);
  let placed = 0;
  for (const [index, [providerId, day]] of days.entries()) {
    const due = Math.min(total, Math.round((index + 1) * rate));
    const isSteady = due + STEADY_END * rate >= Math.min(total, days.length * rate);
    const wanted = due - placed + (isSteady ? 0 : dice.between(-JITTER, JITTER));
    const count = Math.max(0, Math.min(CELLS_A_DAY, wanted));
    placed += count;
    if (count > 0) yield { providerId, day, count };
  }
  if (placed !== total) throw new Error(`${placed} appointments were placed instead of ${total}`);
}
