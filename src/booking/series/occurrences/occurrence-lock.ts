import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import { Database } from '../../../platform/database/database';
import { ValidationError } from '../../../platform/errors/errors';
import { AppointmentExpiry } from '../../diary/expiry/appointment-expiry';
import { BatchLock } from '../../diary/locks/batch-lock';
import { type AppointmentState, hasEnded } from '../../diary/rows/appointment-columns';
import type { ExpectedAppointment } from '../../diary/writes/batch-changes';
import { SELECT_CHANGING } from '../series.statements';

/** An appointment of a series that is to change. Its row is locked. */
export interface LockedOccurrence {
  readonly id: number;
  readonly current: AppointmentState;
  /** Whether it still has the time, and the provider, that the series gave it. */
  readonly hasItsTime: boolean;
  readonly hasItsProvider: boolean;
}

interface LockedRow extends ExpectedAppointment {
  readonly seriesStart: number | null;
  readonly seriesProviderId: number | null;
}

/** Who is to have the appointments, and the service that they get; left out: those that they have. */
interface Next {
  readonly providerId?: number | undefined;
  readonly serviceId?: number | undefined;
}

/** Locks the appointments of a series for a change, until the transaction ends. */
@Injectable()
export class OccurrenceLock {
  constructor(
    private readonly database: Database,
    private readonly lock: BatchLock,
    private readonly expiry: AppointmentExpiry,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks all providers concerned and all who may help them, and then the appointments. Those that have ended by then are cancelled.
   * @param since epoch ms: the appointments that start earlier are left out, and so are the cancelled ones
   * @throws ValidationError when the next provider does not exist
   */
  async take(
    tx: EntityManager,
    seriesId: number,
    since: number,
    { providerId, serviceId }: Next,
  ): Promise<readonly LockedOccurrence[]> {
    const values = [seriesId, new Date(since)];
    const { expected, providers } = await this.lock.take<LockedRow>(
      tx,
      SELECT_CHANGING,
      values,
      (_tx, found) => ({
        providerIds: present(providerId),
        serviceIds: [...found.map((each) => each.serviceId), ...present(serviceId)],
      }),
    );
    if (providerId !== undefined && !providers.has(providerId))
      throw new ValidationError({ providerId: 'names no provider' });
    const now = this.clock.now();
    const ended = expected.filter((row) => hasEnded(row, now)).map(({ id }) => id);
    if (ended.length > 0 && !this.database.isReadOnly(tx))
      await this.expiry.end(tx, ended, [...providers.keys()], now);
    return expected.filter(({ id }) => !ended.includes(id)).map(lockedOccurrence);
  }
}

function present(id: number | undefined): readonly number[] {
  return id === undefined ? [] : [id];
}

function lockedOccurrence({ id, seriesStart, seriesProviderId, ...current }: LockedRow): LockedOccurrence {
  return {
    id,
    current,
    hasItsTime: seriesStart === current.start,
    hasItsProvider: seriesProviderId === current.providerId,
  };
}
