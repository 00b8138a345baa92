import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../../business/providers/provider-lock';
import { Database, type Statement } from '../../../platform/database/database';
import type { ExpectedAppointment } from '../writes/batch-changes';

/** Statements with the same values and columns: one reads some ExpectedAppointments, the other one locks them, too. */
export interface Selection {
  readonly find: Statement;
  readonly lock: Statement;
}

export interface LockedAppointments<Row = ExpectedAppointment> {
  /** In the order of the statement. */
  readonly expected: readonly Row[];
  /** The providers that are locked, by id. */
  readonly providers: ReadonlyMap<number, unknown>;
}

/** Whose time a change may take besides that of those who have the appointments. */
export interface Others {
  readonly providerIds?: readonly number[];
  /** All who may help with these services. */
  readonly serviceIds?: readonly number[];
}

type OthersFor<Row> = (tx: EntityManager, found: readonly Row[]) => Promise<Others> | Others;

/** Locks what is locked after the providers and before the appointments. */
type LockBetween = (tx: EntityManager) => Promise<unknown>;

/** Locks several appointments for a change, until the transaction ends. */
@Injectable()
export class BatchLock {
  constructor(
    private readonly database: Database,
    private readonly providerLock: ProviderLock,
  ) {}

  /** Locks the providers by their ids, and then the appointments: the order of all other writes. */
  async take<Row extends ExpectedAppointment = ExpectedAppointment>(
    tx: EntityManager,
    { find, lock }: Selection,
    values: readonly unknown[],
    othersFor: OthersFor<Row> = () => ({}),
    lockBetween?: LockBetween,
  ): Promise<LockedAppointments<Row>> {
    return untilLocked(tx, async (attempt) => {
      const found = await this.database.rows<Row>(find, values, attempt);
      const { providerIds = [], serviceIds } = await othersFor(attempt, found);
      const ids = [...new Set([...found.map(({ providerId }) => providerId), ...providerIds])];
      const providers = await (serviceIds === undefined
        ? this.providerLock.take(attempt, ids)
        : this.providerLock.takeFor(attempt, ids, [...new Set(serviceIds)]));
      await lockBetween?.(attempt);
      const expected = await this.database.rows<Row>(lock, values, attempt);
      return isDeepStrictEqual(found, expected) ? { expected, providers } : undefined;
    });
  }
}

/**
 * Locks as soon as an attempt gives what it has locked. It gives undefined when another request has changed something between its
 * statements: what it locked is released, because the next attempt would lock out of order otherwise.
 */
export async function untilLocked<Locked>(
  tx: EntityManager,
  attempt: (savepoint: EntityManager) => Promise<Locked | undefined>,
): Promise<Locked> {
  for (;;) {
    try {
      return await tx.transaction(async (savepoint) => {
        const locked = await attempt(savepoint);
        if (locked === undefined) throw new ChangedMeanwhile();
        return locked;
      });
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
}

class ChangedMeanwhile extends Error {}
