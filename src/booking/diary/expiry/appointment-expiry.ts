import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../../business/providers/provider-lock';
import { Clock } from '../../../platform/clock';
import { Database } from '../../../platform/database/database';
import { WORKER } from '../../../platform/database/write-context';
import { MINUTE_MS, SECOND_MS } from '../../../platform/time/units';
import { grouped } from '../../../platform/values/grouped';
import { CustomerMessages } from '../writes/customer-messages';
import { END, FIND_ENDED, KEEP, NEXT } from './expiry.statements';

/**
 * How long an instance relies on what it read of the next end. A new appointment is pending for five minutes at least, so another
 * instance can add none that ends earlier. The fifth minute is for the difference between the clocks of the instances.
 */
const RELIES_MS = 4 * MINUTE_MS;
const MOST = 200;
const RETRY_MS = SECOND_MS;

interface Ended {
  readonly id: number;
  readonly seriesId: number | null;
  readonly visitId: number | null;
}

/**
 * Cancels pending appointments at the moment when they end. Their claims end by themselves, so their time is free without this. Each
 * request waits for it (`ExpiryGuard`), so no answer shows an appointment as pending that has ended; the worker runs it when one ends.
 */
@Injectable()
export class AppointmentExpiry {
  /** What was read last: when the next one ends, and when that was read. Epoch ms. */
  private known = { next: -Infinity, readAt: Infinity };
  private running: Promise<void> | undefined;
  private retryAt = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly providerLock: ProviderLock,
    private readonly messages: CustomerMessages,
    private readonly clock: Clock,
  ) {}

  /** Cancels all that have ended. @returns undefined, without a query, while it is known that none has */
  settle(): Promise<void> | undefined {
    const now = this.clock.now();
    const { next, readAt } = this.known;
    if (now < next && now >= readAt && now < readAt + RELIES_MS) return undefined;
    if (this.running === undefined && this.clock.monotonic() < this.retryAt) return undefined;
    return (this.running ??= this.run().finally(() => {
      this.running = undefined;
    }));
  }

  /**
   * Cancels those of some appointments that have ended.
   * @param tx it has locked the providers
   * @returns how many it cancelled
   */
  async end(
    tx: EntityManager,
    ids: readonly number[],
    providerIds: readonly number[],
    now: number,
  ): Promise<number> {
    const ended = await this.database.rows<Ended>(END, [ids, providerIds, new Date(now)], tx);
    for (const subjects of grouped(ended, messageOf).values()) {
      const how = subjects.length === 1 ? 'alone' : 'together';
      await this.messages.queue(tx, { message: 'cancellation', subjects, how });
    }
    return ended.length;
  }

  private async run(): Promise<void> {
    try {
      for (;;) {
        const now = this.clock.now();
        const { next } = await this.database.one<{ next: number | null }>(NEXT, []);
        this.known = { next: next ?? Infinity, readAt: now };
        if (next === null || next > now) return;
        await this.database.transaction(WORKER, (tx) => this.endSome(tx, now));
      }
    } catch (error) {
      this.retryAt = this.clock.monotonic() + RETRY_MS;
      throw error;
    }
  }

  /** Locks providers by their ids, and then the appointments: the order of all other writes. */
  private async endSome(tx: EntityManager, now: number): Promise<void> {
    const at = new Date(now);
    const found = await this.database.rows<{ id: number; providerId: number }>(FIND_ENDED, [at, MOST], tx);
    const zones = await this.providerLock.take(tx, [...new Set(found.map(({ providerId }) => providerId))]);
    await this.end(
      tx,
      found.map(({ id }) => id),
      [...zones.keys()],
      now,
    );
    await this.database.rows(KEEP, [at], tx);
  }
}

/** The customer gets one message about a visit, and about the occurrences of a series. */
function messageOf({ id, seriesId, visitId }: Ended): string {
  if (visitId !== null) return `visit ${visitId}`;
  return seriesId === null ? `appointment ${id}` : `series ${seriesId}`;
}
