import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, NoReply, type Question, type Reply } from './ask';
import { EFFORT, PATIENCE } from './effort';
import type { Booking, Shop } from './shop';

/** What became of one booking: of its last request, when it was sent again under its Idempotency-Key. */
export interface Tried {
  readonly email: string;
  /** Sent again under one key until somebody said yes or no. */
  readonly isKeyed: boolean;
  readonly outcome: 'booked' | 'refused' | 'unknown';
  /** Of the appointment that is booked. */
  readonly id?: number;
}

/** An answer, or that none came. */
export interface Heard {
  readonly question: string;
  readonly status: number | NoReply['how'];
  /** When it was asked, by `performance.now()`. */
  readonly at: number;
  readonly ms: number;
  /** Of an answer that is none of those which a client must expect: what it said. */
  readonly fault?: string;
}

const RETRY_MS = 100;
/** About as long as a booking takes in a storm. */
const SOON_MS = 60;
/** A keyed client that has heard nothing definite by then, after the storm, gives up. */
const LAST_WORD_WITHIN = 30_000;

/**
 * Clients that book, and look at what they have booked, as fast as they can; half of them with Idempotency-Keys, and with
 * connections that now and then break before the answer is there.
 */
export class Storm {
  readonly tried: Tried[] = [];
  readonly heard: Heard[] = [];
  private static readonly all: Storm[] = [];
  private endsAt = Infinity;
  private clients: Promise<unknown> = Promise.resolve();

  /** @param urls instances; who is not answered by one goes to the next */
  static over(shop: Shop, ...urls: string[]): Storm {
    const storm = new Storm();
    Storm.all.push(storm);
    storm.clients = Promise.all(
      Array.from({ length: EFFORT.clients }, (_, index) => storm.run(new Client(storm, shop, urls, index))),
    );
    return storm;
  }

  /** Of a test that has failed, too: nobody goes on asking. */
  static endAll(): void {
    for (const storm of Storm.all.splice(0)) storm.endsAt = -Infinity;
  }

  /** Resolves once so many more have been answered so. */
  async until(count: number, status: Heard['status']): Promise<void> {
    const wanted = this.count(status) + count;
    const deadline = performance.now() + PATIENCE;
    while (this.count(status) < wanted) {
      if (performance.now() > deadline) throw new Error(`${this.summary()}; too few × ${status}`);
      await wait(20);
    }
  }

  count(status: Heard['status']): number {
    return this.heard.filter((each) => each.status === status).length;
  }

  /** Once every client has an answer, or knows that it gets none. */
  async end(): Promise<void> {
    this.endsAt = performance.now();
    await this.clients;
    process.stderr.write(`    ${this.summary()}\n`);
  }

  private summary(): string {
    const statuses = [...new Set(this.heard.map(({ status }) => status))].sort();
    const counts = statuses.map((status) => `${this.count(status)} × ${status}`).join(', ');
    const slowest = Math.round(Math.max(...this.heard.map(({ ms }) => ms)));
    return `storm of ${EFFORT.clients}: ${counts}; the slowest took ${slowest} ms`;
  }

  get isOver(): boolean {
    return performance.now() > this.endsAt;
  }

  get isLongOver(): boolean {
    return performance.now() > this.endsAt + LAST_WORD_WITHIN;
  }

  private async run(client: Client): Promise<void> {
    while (!this.isOver) await client.bookOnce();
  }
}

/** One of the crowd. */
class Client {
  private at: number;

  constructor(
    private readonly storm: Storm,
    private readonly shop: Shop,
    private readonly urls: readonly string[],
    private readonly index: number,
  ) {
    this.at = index >> 1;
  }

  async bookOnce(): Promise<void> {
    const isKeyed = this.index % 2 === 0;
    const booking = this.shop.anyBooking();
    const { email } = booking;
    const reply = isKeyed ? await this.bookUnderKey(booking) : await this.send(questionOf(booking));
    if (reply?.status === 201) {
      const { id } = reply.body.data as { id: number };
      this.storm.tried.push({ email, isKeyed, outcome: 'booked', id });
      await this.send({ method: 'GET', path: `/appointments/${id}` });
    } else {
      this.storm.tried.push({ email, isKeyed, outcome: reply?.status === 422 ? 'refused' : 'unknown' });
      if (reply?.status !== 422) await wait(RETRY_MS);
    }
  }

  private async bookUnderKey(booking: Booking): Promise<Reply | undefined> {
    const question = questionOf(booking, { 'idempotency-key': randomUUID() });
    if (randomInt(2) === 0) await this.send({ ...question, breaksAfter: randomInt(SOON_MS) });
    for (;;) {
      const reply = await this.send(question);
      const isDefinite = reply !== undefined && reply.status !== 503 && reply.status !== 409;
      if (isDefinite || this.storm.isLongOver) return reply;
      await wait(RETRY_MS);
    }
  }

  /** Notes what is heard. @returns undefined when nothing is */
  private async send(question: Question): Promise<Reply | undefined> {
    const at = performance.now();
    const asked = `${question.method} ${question.path}`;
    try {
      const url = this.urls[this.at % this.urls.length] ?? '';
      const reply = await ask(url, { ...question, key: this.shop.key });
      const { status, ms } = reply;
      const fault = isExpected(question, reply) ? undefined : JSON.stringify(reply.body);
      this.storm.heard.push({ question: asked, status, at, ms, ...(fault !== undefined && { fault }) });
      return reply;
    } catch (error) {
      if (!(error instanceof NoReply)) throw error;
      this.storm.heard.push({ question: asked, status: error.how, at, ms: performance.now() - at });
      if (error.how === 'none') this.at++;
      return undefined;
    }
  }
}

function questionOf(body: Booking, headers: Readonly<Record<string, string>> = {}): Question {
  return { method: 'POST', path: '/appointments', body, headers };
}

function isExpected({ method, headers }: Question, { status, body, headers: said }: Reply): boolean {
  if (status === 503) return body.error?.code === 'SERVER_ERROR' && /^\d+$/.test(said['retry-after'] ?? '');
  if (method === 'GET') return status === 200;
  if (status === 409) return headers !== undefined && 'idempotency-key' in headers;
  return status === 201 || (status === 422 && body.error?.details?.reason === 'slot_taken');
}
