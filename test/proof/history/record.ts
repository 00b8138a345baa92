import type { DayRules } from './day';

/** What a request is about: a time, or with it one thing. */
export interface About {
  /** A provider's day: `<providerId> <date>`. */
  readonly day: string;
  /** In minutes of the day. */
  readonly start: number;
  readonly service: number;
  readonly appointment?: number;
  readonly hold?: string;
  readonly entry?: number;
  /** The event behind which events are read. */
  readonly after?: number;
}

/** A request with its answer. Instants are epoch ms, with fractions. */
export interface Call extends About {
  /** Its `X-Request-Id`. */
  readonly id: string;
  readonly act: string;
  readonly instance: number;
  /** Its Idempotency-Key. */
  readonly key?: string | undefined;
  readonly from: number;
  readonly to: number;
  /** 0: there was no answer. */
  readonly status: number;
  readonly answer: Answer;
  readonly isReplayed: boolean;
}

export interface Answer {
  readonly data?: Answered;
  readonly meta?: { readonly next: number };
  readonly error?: { readonly details?: Pick<Answered, 'reason' | 'alternatives'> };
}

/** What is checked of appointments, holds, entries of the waitlist, slots and checks. */
export type Answered = Readonly<
  Record<'start' | 'end' | 'status' | 'expiresAt' | 'from', string> &
    Record<'providerId' | 'serviceId', number>
> & {
  readonly id: number | string;
  readonly offer?: Readonly<Record<'holdId' | 'start' | 'expiresAt', string>> | null;
  readonly reason?: string | null;
  readonly conflicts?: readonly Answered[];
  readonly alternatives?: readonly Answered[];
};

export interface ToldEvent extends Readonly<Record<'type' | 'occurredAt' | 'resource', string>> {
  readonly id: number;
  readonly resourceId: number | string;
  readonly data: Answered;
  readonly previous: Partial<Answered> | null;
  readonly requestId: string | null;
  /** When it was read first. */
  readonly readAt: number;
}

/** All that is known of a run. */
export interface Recorded {
  readonly seed: number;
  readonly faults: readonly string[];
  /** By how many ms the clock of each instance is ahead. */
  readonly clocks: readonly number[];
  /** By name. */
  readonly days: Readonly<Record<string, DayRules>>;
  readonly calls: readonly Call[];
  /** When the clients had ended: what was read later is the last state. */
  readonly endedAt: number;
}

/** Whether an answer says what has become of the request. After a 503 it may have been done, as without an answer. */
export const isSettled = ({ status }: Call) => status !== 0 && status !== 503 && status !== 409;

/** The day of an appointment, a hold or a slot, or of an entry of the waitlist. */
export const dayOf = ({ providerId, start, from }: Partial<Answered>) =>
  `${providerId} ${(start ?? from)?.slice(0, 10)}`;

/** Minutes of the day of an instant in UTC. */
export const minutesOf = (instant: string) =>
  Number(instant.slice(11, 13)) * 60 + Number(instant.slice(14, 16));

/** Epoch ms with fractions, of a clock that is never set back. */
export const instant = () => performance.timeOrigin + performance.now();

/** Of an answer with a list. */
export const listIn = (data: Answered | undefined) => (data ?? []) as unknown as readonly Answered[];

/** The events that a call has read. */
export const readBy = ({ act, answer }: Call) =>
  (act === 'events' ? listIn(answer.data) : []) as unknown as readonly ToldEvent[];

/** A member of a list that is not empty. */
export const at = <T>(list: readonly T[], index: number) => list.at(index) as T;

/** All events that were read, by number. */
export function eventsIn({ calls }: Recorded): ToldEvent[] {
  const seen = new Map<number, ToldEvent>();
  for (const call of calls)
    for (const event of readBy(call))
      if (!seen.has(event.id)) seen.set(event.id, { ...event, readAt: call.to });
  return [...seen.values()].sort((a, b) => a.id - b.id);
}
