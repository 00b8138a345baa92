import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SampleBusiness } from '../../faults/support/sample-business';
import { NoReply, sendRequest } from '../../faults/support/send-request';

const INTERVAL_MS = 20;
/** A client that gets no answer in this time tries the next address. */
const PATIENCE_MS = 1_000;

/** A booking that was accepted, by `Date.now()`. */
interface Accepted {
  /** When the client sent the request that was accepted. */
  readonly sentAt: number;
  readonly at: number;
}

/**
 * A client that books one free time after the other, and repeats each booking under its Idempotency-Key until it is accepted. The longest
 * time between two accepted bookings is the time without service.
 */
export class ServiceProbe {
  readonly accepted: Accepted[] = [];
  private isEnding = false;
  private bookings: Promise<void> = Promise.resolve();

  private constructor(
    private readonly business: SampleBusiness,
    private readonly urls: readonly string[],
  ) {}

  static start(business: SampleBusiness, urls: readonly string[]): ServiceProbe {
    const probe = new ServiceProbe(business, urls);
    probe.bookings = probe.run();
    return probe;
  }

  /** Waits for a booking that was sent after now. */
  async untilAccepted(): Promise<Accepted> {
    const since = Date.now();
    for (;;) {
      const found = this.accepted.find(({ sentAt }) => sentAt > since);
      if (found !== undefined) return found;
      await wait(INTERVAL_MS);
    }
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.bookings;
  }

  /** In ms. */
  get longestGap(): number {
    return Math.max(...this.accepted.slice(1).map(({ at }, before) => at - (this.accepted[before]?.at ?? 0)));
  }

  private async run(): Promise<void> {
    while (!this.isEnding) {
      await this.book();
      await wait(INTERVAL_MS);
    }
  }

  private async book(): Promise<void> {
    const body = this.business.uncontestedBooking();
    const headers = { 'idempotency-key': randomUUID() };
    for (let attempt = 0; ; attempt++) {
      const sentAt = Date.now();
      const status = await this.send(this.urls[attempt % this.urls.length] ?? '', body, headers);
      if (status === 201) {
        this.accepted.push({ sentAt, at: Date.now() });
        return;
      }
      if (status !== undefined && status !== 503 && status !== 409)
        throw new Error(`a free time was refused with ${status}`);
      await wait(INTERVAL_MS);
    }
  }

  private async send(
    url: string,
    body: object,
    headers: Record<string, string>,
  ): Promise<number | undefined> {
    const { key } = this.business;
    const request = { method: 'POST', path: '/appointments', key, body, headers } as const;
    try {
      return (await sendRequest(url, { ...request, disconnectAfterMs: PATIENCE_MS })).status;
    } catch (error) {
      if (error instanceof NoReply) return undefined;
      throw error;
    }
  }
}
