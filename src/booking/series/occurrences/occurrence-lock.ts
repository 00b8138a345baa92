import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../../business/providers/provider-lock';
import { Clock } from '../../../platform/clock';
import { Database } from '../../../platform/database/database';
import { ValidationError } from '../../../platform/errors/errors';
import { type AppointmentState, hasEnded } from '../../diary/rows/appointment-columns';
import { untilLocked } from '../../diary/locks/batch-lock';
import { AppointmentExpiry } from '../../diary/expiry/appointment-expiry';
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

/** The provider and the service of an appointment. */
interface Holder {
  readonly providerId: number;
  readonly serviceId: number;
}

/** The appointments of a series that are to change. */
export interface LockedOccurrences {
  readonly occurrences: readonly LockedOccurrence[];
}

/** Locks the appointments of a series for a change, until the transaction ends. */
@Injectable()
export class OccurrenceLock {
  constructor(
    private readonly database: Database,
    private readonly providerLock: ProviderLock,
    private readonly expiry: AppointmentExpiry,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks all providers concerned and all who may help them by their ids, and then the appointments: the order of all other writes.
   * @param since epoch ms: the appointments that start earlier are left out, and so are the cancelled ones
   * @param next who is to have them, and the service that they get; left out: those that they have
   * @throws ValidationError when the next provider does not exist
   */
  async take(
    tx: EntityManager,
    seriesId: number,
    since: number,
    next: Partial<Holder>,
  ): Promise<LockedOccurrences> {
    return untilLocked(tx, (attempt) => this.attempt(attempt, seriesId, since, next));
  }

  private async attempt(
    tx: EntityManager,
    seriesId: number,
    since: number,
    { providerId: nextProviderId, serviceId: nextServiceId }: Partial<Holder>,
  ): Promise<LockedOccurrences | undefined> {
    const values = [seriesId, new Date(since)];
    const holders = await this.database.rows<Holder>(FIND_PROVIDERS, values, tx);
    const ids = [...holders.map(({ providerId }) => providerId), ...present(nextProviderId)];
    const services = [...holders.map(({ serviceId }) => serviceId), ...present(nextServiceId)];
    const zones = await this.providerLock.takeFor(tx, ids, services);
    if (nextProviderId !== undefined && !zones.has(nextProviderId))
      throw new ValidationError({ providerId: 'names no provider' });
    const rows = await this.database.rows<LockedRow>(LOCK_STATES, values, tx);
    if (!rows.every(({ providerId }) => zones.has(providerId))) return undefined;
    const now = this.clock.now();
    const ended = rows.filter((row) => hasEnded(row, now)).map(({ id }) => id);
    if (ended.length > 0 && !this.database.isReadOnly(tx))
      await this.expiry.end(tx, ended, [...zones.keys()], now);
    const staying = rows.filter(({ id }) => !ended.includes(id));
    return { occurrences: staying.map(lockedOccurrence) };
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
