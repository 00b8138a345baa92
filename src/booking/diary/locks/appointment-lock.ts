import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../../business/providers/provider-lock';
import { Clock } from '../../../platform/clock';
import { Database, type Statement } from '../../../platform/database/database';
import { found } from '../../../platform/database/found';
import type { Reach } from '../../../platform/restrictions';
import { answersInOrder } from '../../../platform/database/connection/pipeline';
import { NotFoundError, ValidationError } from '../../../platform/errors/errors';
import { andWithin, isGivenWithin } from '../../reach';
import { type AppointmentState, hasEnded, selectState } from '../rows/appointment-columns';
import { AppointmentExpiry } from '../expiry/appointment-expiry';

export interface LockedAppointment {
  readonly current: AppointmentState;
  /** Another provider got it while this transaction waited, so what was read after the first lock is stale. */
  readonly wasMoved: boolean;
}

const LOCK_STATE: Statement = {
  name: 'appointments.lock-state',
  text: `select ${selectState('a')} from appointments a where a.id = $1 for no key update`,
};

/** Locks appointments for a change, until the transaction ends. */
@Injectable()
export class AppointmentLock {
  constructor(
    private readonly database: Database,
    private readonly providerLock: ProviderLock,
    private readonly expiry: AppointmentExpiry,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks before anything is locked: a narrowed key never waits for a writer of what it cannot change.
   * @throws NotFoundError
   */
  async assertGiven(tx: EntityManager, id: number, reach: Reach | undefined): Promise<void> {
    if (reach === undefined) return;
    const { name, sql, values } = andWithin(reach, 'given', { alias: 'a', first: 2 });
    const statement = {
      name: `appointments.given${name}`,
      text: `select from appointments a where a.id = $1${sql}`,
    };
    const [given] = await this.database.rows(statement, [id, ...values], tx);
    found(given, 'appointment');
  }

  /**
   * Locks the present and the next provider of an appointment and all who may help, and then its row. All writes lock in this order, so
   * changes and bookings do not deadlock. Both statements are sent at once.
   * @param next the provider and the service that it gets; left out: those that it has
   * @param reach of the key that changes it
   * @throws NotFoundError, ValidationError when the next provider does not exist
   */
  async take(
    tx: EntityManager,
    id: number,
    next: { readonly providerId?: number | undefined; readonly serviceId?: number | undefined },
    reach: Reach | undefined,
  ): Promise<LockedAppointment> {
    for (let wasMoved = false; ; wasMoved = true) {
      const [zones, current] = await answersInOrder([
        this.providerLock.takeOf(tx, id, next),
        this.takeRow(tx, id, reach),
      ]);
      // Another request has given it to another provider since the first statement began.
      if (!zones.has(current.providerId)) continue;
      if (!zones.has(next.providerId ?? current.providerId))
        throw new ValidationError({ providerId: 'names no provider' });
      const now = this.clock.now();
      if (hasEnded(current, now) && (await this.expiry.end(tx, [id], [current.providerId], now)) > 0)
        continue;
      return { current, wasMoved };
    }
  }

  /** Locks the row alone, which is enough to delete it. @throws NotFoundError, also when it does not belong to the key */
  async takeRow(tx: EntityManager, id: number, reach: Reach | undefined): Promise<AppointmentState> {
    const [current] = await this.database.rows<AppointmentState>(LOCK_STATE, [id], tx);
    if (current === undefined || !isGivenWithin(reach, current)) throw new NotFoundError('appointment');
    return current;
  }
}
