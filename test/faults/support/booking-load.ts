import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sendRequest, NoReply, type OutgoingRequest, type Reply } from './send-request';
import { SCALE, HANG_LIMIT_MS } from './scale';
import type { Booking, SampleBusiness } from './sample-business';

/** The outcome of one booking. With an Idempotency-Key, the last of its requests decides. */
export interface BookingOutcome {
  readonly email: string;
  /** Repeated with one Idempotency-Key until a definite answer. */
  readonly isKeyed: boolean;
  readonly outcome: 'booked' | 'refused' | 'unknown';
  /** The id of the appointment, once booked. */
  readonly id?: number;
}

/** A reply, or the way in which it failed to arrive. */
export interface ObservedReply {
  readonly request: string;
  readonly status: number | NoReply['how'];
  /** When the request was sent, by `performance.now()`. */
  readonly at: number;
  readonly ms: number;
  /** The body of a reply that no client should get. */
  readonly fault?: string;
}

const RETRY_MS = 100;
/** Long enough for every retry of the booking. */
const HOLD_S = 600;
/** Why a booking or a hold may be refused: others were faster, or too many holds of which the answer was lost still live. */
const REFUSALS = new Set(['slot_taken', 'session_full', 'resource_unavailable', 'too_many_holds']);
/** About how long a booking takes under load. */
const TYPICAL_BOOKING_MS = 60;
/** A client with an Idempotency-Key gives up when it has no definite answer this long after the load. */
const KEYED_RETRY_LIMIT_MS = 30_000;

/**
 * Clients that book as fast as they can, some of it through holds, and read what they have booked. Half of them send an Idempotency-Key,
 * and sometimes disconnect before the answer.
 */
export class BookingLoad {
  readonly bookings: BookingOutcome[] = [];
  readonly replies: ObservedReply[] = [];
  private static readonly all: BookingLoad[] = [];
  private endsAt = Infinity;
  private clients: Promise<unknown> = Promise.resolve();

  private constructor(private urls: readonly string[]) {}

  /** @param urls instances; a client that gets no answer from one goes to the next */
  static start(business: SampleBusiness, ...urls: string[]): BookingLoad {
    const load = new BookingLoad(urls);
    BookingLoad.all.push(load);
    load.clients = Promise.all(
      Array.from({ length: SCALE.clients }, (_, index) => load.run(new Client(load, business, index))),
    );
    return load;
  }

  /** Sends all further requests to these instances, as a proxy does that takes one out. */
  sendTo(...urls: string[]): void {
    this.urls = urls;
  }

  /** @param nth of the instances, going round */
  urlOf(nth: number): string {
    return this.urls[nth % this.urls.length] ?? '';
  }

  /** Also stops the load of failed tests. */
  static endAll(): void {
    for (const load of BookingLoad.all.splice(0)) load.endsAt = -Infinity;
  }

  /** Resolves once the clients have received this many more such replies. */
  async until(count: number, status: ObservedReply['status']): Promise<void> {
    const wanted = this.count(status) + count;
    const deadline = performance.now() + HANG_LIMIT_MS;
    while (this.count(status) < wanted) {
      if (performance.now() > deadline) throw new Error(`${this.summary()}; too few × ${status}`);
      await wait(20);
    }
  }

  count(status: ObservedReply['status']): number {
    return this.replies.filter((each) => each.status === status).length;
  }

  /** Stops the load. Resolves once every client has its last reply. */
  async end(): Promise<void> {
    this.endsAt = performance.now();
    await this.clients;
    process.stderr.write(`    ${this.summary()}\n`);
  }

  private summary(): string {
    const statuses = [...new Set(this.replies.map(({ status }) => status))].sort();
    const counts = statuses.map((status) => `${this.count(status)} × ${status}`).join(', ');
    const slowest = Math.round(Math.max(...this.replies.map(({ ms }) => ms)));
    return `load of ${SCALE.clients}: ${counts}; the slowest took ${slowest} ms`;
  }

  get isOver(): boolean {
    return performance.now() > this.endsAt;
  }

  get isLongOver(): boolean {
    return performance.now() > this.endsAt + KEYED_RETRY_LIMIT_MS;
  }

  private async run(client: Client): Promise<void> {
    while (!this.isOver) await client.bookOnce();
  }
}

class Client {
  private at: number;

  constructor(
    private readonly load: BookingLoad,
    private readonly business: SampleBusiness,
    private readonly index: number,
  ) {
    this.at = index >> 1;
  }

  async bookOnce(): Promise<void> {
    const isKeyed = this.index % 2 === 0;
    const contested = this.business.contestedBooking();
    const booking = randomInt(4) === 0 ? await this.hold(contested) : contested;
    if (booking === undefined) return;
    const { email } = booking;
    const reply = isKeyed ? await this.bookUnderKey(booking) : await this.send(requestOf(booking));
    if (reply?.status === 201) {
      const { id } = reply.body.data as { id: number };
      this.load.bookings.push({ email, isKeyed, outcome: 'booked', id });
      await this.send({ method: 'GET', path: `/appointments/${id}` });
    } else {
      this.load.bookings.push({ email, isKeyed, outcome: reply?.status === 422 ? 'refused' : 'unknown' });
      if (reply?.status !== 422) await wait(RETRY_MS);
    }
  }

  /** Holds what a booking asks for. @returns the booking of the hold; undefined when there is none */
  private async hold({ name, email, ...requested }: Booking): Promise<Booking | undefined> {
    const reply = await this.send({ method: 'POST', path: '/holds', body: { ...requested, ttlSec: HOLD_S } });
    if (reply?.status === 201) return { name, email, holdId: (reply.body.data as { id: string }).id };
    if (reply?.status !== 422) await wait(RETRY_MS);
    return undefined;
  }

  private async bookUnderKey(booking: Booking): Promise<Reply | undefined> {
    const request = requestOf(booking, { 'idempotency-key': randomUUID() });
    if (randomInt(2) === 0) await this.send({ ...request, disconnectAfterMs: randomInt(TYPICAL_BOOKING_MS) });
    for (;;) {
      const reply = await this.send(request);
      const isDefinite = reply !== undefined && reply.status !== 503 && reply.status !== 409;
      if (isDefinite || this.load.isLongOver) return reply;
      await wait(RETRY_MS);
    }
  }

  /** Records the reply. @returns undefined when there is none */
  private async send(request: OutgoingRequest): Promise<Reply | undefined> {
    const at = performance.now();
    const requested = `${request.method} ${request.path}`;
    try {
      const reply = await sendRequest(this.load.urlOf(this.at), { ...request, key: this.business.key });
      const { status, ms } = reply;
      const fault = isExpected(request, reply) ? undefined : JSON.stringify(reply.body);
      this.load.replies.push({ request: requested, status, at, ms, ...(fault !== undefined && { fault }) });
      return reply;
    } catch (error) {
      if (!(error instanceof NoReply)) throw error;
      this.load.replies.push({ request: requested, status: error.how, at, ms: performance.now() - at });
      if (error.how === 'none') this.at++;
      return undefined;
    }
  }
}

function requestOf(body: Booking, headers: Readonly<Record<string, string>> = {}): OutgoingRequest {
  return { method: 'POST', path: '/appointments', body, headers };
}

function isExpected(
  { method, headers }: OutgoingRequest,
  { status, body, headers: answered }: Reply,
): boolean {
  if (status === 503)
    return body.error?.code === 'SERVER_ERROR' && /^\d+$/.test(answered['retry-after'] ?? '');
  if (method === 'GET') return status === 200;
  if (status === 409) return headers !== undefined && 'idempotency-key' in headers;
  return status === 201 || (status === 422 && REFUSALS.has(body.error?.details?.reason ?? ''));
}
