import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../../business/providers/provider-lock';
import { Database, type Statement } from '../../../platform/database/database';
import { BookingCounters } from '../../claims/booking-counters';
import type { AppointmentState } from '../appointment-columns';
import { type CancellationRequest, withCancellation } from '../changes/cancellation';
import { CustomerMessages } from '../changes/customer-messages';
import { AppointmentBatches } from './appointment-batches';

/** An appointment that is to be cancelled. Its row is locked. */
export interface UpcomingAppointment extends AppointmentState {
  readonly id: number;
}

/** Statements with the same values that find the providers of some appointments, and lock the appointments. */
interface Selection {
  readonly providers: Statement;
  readonly lock: Statement;
}

/** Cancels several appointments in one transaction. */
@Injectable()
export class BatchCancellation {
  constructor(
    private readonly database: Database,
    private readonly batches: AppointmentBatches,
    private readonly messages: CustomerMessages,
    private readonly providerLock: ProviderLock,
    private readonly counters: BookingCounters,
  ) {}

  /** Locks the providers by their ids, and then the appointments: the order of all other writes. */
  async lock(
    tx: EntityManager,
    { providers, lock }: Selection,
    values: readonly unknown[],
  ): Promise<readonly UpcomingAppointment[]> {
    for (;;) {
      const holders = await this.database.rows<{ providerId: number }>(providers, values, tx);
      const zones = await this.providerLock.take(
        tx,
        holders.map(({ providerId }) => providerId),
      );
      const upcoming = await this.database.rows<UpcomingAppointment>(lock, values, tx);
      // Another request may have moved one to another provider since the providers were found.
      if (upcoming.every(({ providerId }) => zones.has(providerId))) return upcoming;
    }
  }

  /** Each customer gets one message about them. */
  async cancel(
    tx: EntityManager,
    upcoming: readonly UpcomingAppointment[],
    body: CancellationRequest,
  ): Promise<void> {
    if (upcoming.length === 0) return;
    const changes = upcoming.map(({ id, ...current }) => {
      const cancelled = { ...current, status: 'cancelled', expiresAt: null } as const;
      return { id, next: withCancellation(current, cancelled, body), claims: 'freed' } as const;
    });
    await this.batches.update(tx, changes);
    await this.messages.queueForAll(
      tx,
      upcoming.map(({ id }) => id),
      'cancellation',
    );
  }

  /** Once their transaction is committed. */
  count(cancelled: number): void {
    for (let done = 0; done < cancelled; done++) this.counters.done('cancelled');
  }
}
