import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../../business/providers/provider-lock';
import { Database } from '../../../platform/database/database';
import { ValidationError } from '../../../platform/errors/errors';
import type { AppointmentState } from '../../appointments/appointment-columns';
import { FIND_PROVIDERS, LOCK_STATES } from '../series.statements';

/** An appointment of a series that is to change. Its row is locked. */
export interface LockedOccurrence {
  readonly id: number;
  readonly current: AppointmentState;
  /** Whether it still has the time, and the provider, that the series gave it. */
  readonly hasItsTime: boolean;
  readonly hasItsProvider: boolean;
}

interface LockedRow extends AppointmentState {
  readonly id: number;
  readonly seriesStart: number | null;
  readonly seriesProviderId: number | null;
}

/** The appointments of a series that are to change, with the zones of all providers concerned. */
export interface LockedOccurrences {
  readonly occurrences: readonly LockedOccurrence[];
  readonly zones: ReadonlyMap<number, string>;
}

/** Locks the appointments of a series for a change, until the transaction ends. */
@Injectable()
export class OccurrenceLock {
  constructor(
    private readonly database: Database,
    private readonly providerLock: ProviderLock,
  ) {}

  /**
   * Locks all providers concerned by their ids, and then the appointments: the order of all other writes.
   * @param since epoch ms: the appointments that start earlier are left out, and so are the cancelled ones
   * @param nextProviderId who is to have them
   * @throws ValidationError when `nextProviderId` names no provider
   */
  async take(
    tx: EntityManager,
    seriesId: number,
    since: number,
    nextProviderId: number | undefined,
  ): Promise<LockedOccurrences> {
    for (;;) {
      try {
        // A savepoint releases the locks of a failed attempt. If they were kept, the next attempt would lock out of order.
        return await tx.transaction((attempt) => this.attempt(attempt, seriesId, since, nextProviderId));
      } catch (error) {
        if (!(error instanceof GivenAway)) throw error;
      }
    }
  }

  private async attempt(
    tx: EntityManager,
    seriesId: number,
    since: number,
    nextProviderId: number | undefined,
  ): Promise<LockedOccurrences> {
    const values = [seriesId, new Date(since)];
    const holders = await this.database.rows<{ providerId: number }>(FIND_PROVIDERS, values, tx);
    const ids = [
      ...holders.map(({ providerId }) => providerId),
      ...(nextProviderId === undefined ? [] : [nextProviderId]),
    ];
    const zones = await this.providerLock.take(tx, ids);
    if (nextProviderId !== undefined && !zones.has(nextProviderId))
      throw new ValidationError({ providerId: 'names no provider' });
    const rows = await this.database.rows<LockedRow>(LOCK_STATES, values, tx);
    if (!rows.every(({ providerId }) => zones.has(providerId))) throw new GivenAway();
    return { zones, occurrences: rows.map(lockedOccurrence) };
  }
}

/** Another request has given an appointment to another provider since the providers were found. */
class GivenAway extends Error {}

function lockedOccurrence({ id, seriesStart, seriesProviderId, ...current }: LockedRow): LockedOccurrence {
  return {
    id,
    current,
    hasItsTime: seriesStart === current.start,
    hasItsProvider: seriesProviderId === current.providerId,
  };
}
