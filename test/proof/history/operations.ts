import { grouped } from '../../../src/platform/values/grouped';
import { at, type Call, isSettled, type Recorded, type ToldEvent } from './record';

/** What a client wanted once: a call, or all calls with one Idempotency-Key. */
export interface Operation extends Call {
  /** The earliest and the latest present by the clocks of the instances. */
  readonly clock: readonly [from: number, to: number];
  /** That of its change; undefined: there is none. */
  readonly event?: ToldEvent | undefined;
}

/** The clocks of two processes of one machine agree to this, in ms. */
const EXACTNESS_MS = 5;
/** Events of what follows from a change. */
const BY_THE_WAY = /^(waitlist\.(offered|booked)|customer\.(created|changed)|message\.due)$/;

/** What the clients wanted, with its first answer. The event of a change says that it happened, and when at the latest. */
export function operationsIn({ calls, clocks }: Recorded, events: readonly ToldEvent[]): Operation[] {
  const offers = new Set<unknown>(events.map(({ data }) => data.offer?.holdId));
  const isOffer = ({ type, resourceId }: ToldEvent) => type === 'hold.placed' && offers.has(resourceId);
  const own = events.filter((event) => !BY_THE_WAY.test(event.type) && !isOffer(event));
  const told = new Map(own.toReversed().map((event) => [event.requestId, event]));
  return [...grouped(calls, ({ key, id }) => key ?? id).values()].map((attempts) => {
    const event = attempts.map(({ id }) => told.get(id)).find((found) => found !== undefined);
    const settled = attempts.findIndex(isSettled);
    const tried = settled < 0 ? attempts : attempts.slice(0, settled + 1);
    const [first, last] = [at(tried, 0), at(tried, -1)];
    const to = Math.min(settled < 0 ? Infinity : last.to, event?.readAt ?? Infinity);
    const from = Math.min(...tried.map((call) => call.from + (clocks[call.instance] ?? 0)));
    const clock = [from - EXACTNESS_MS, to + Math.max(...clocks) + EXACTNESS_MS] as const;
    return { ...last, from: first.from, to, clock, event, status: settled < 0 ? 0 : last.status };
  });
}

/** An offer, which a worker has made, or the request that added the entry, as if a client had. */
export function offersIn({ clocks, calls }: Recorded, events: readonly ToldEvent[]): Operation[] {
  const latest = Math.max(...clocks);
  const none = { ...at(calls, 0), id: '', act: 'offer', status: 0, answer: {} };
  return events.flatMap((event) => {
    if (event.type !== 'waitlist.offered') return [];
    const [since, to] = [Date.parse(event.occurredAt), event.readAt];
    return { ...none, from: since - latest, to, clock: [since, to + latest] as const, event };
  });
}
