import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../business/providers/provider-lock';
import { Database } from '../../platform/database/database';
import { NotFoundError, ValidationError } from '../../platform/errors/errors';
import type { AppointmentState } from './appointment-columns';
import { FIND_PROVIDER, LOCK_STATE } from './appointments.statements';

/** An appointment whose row is locked. */
export interface LockedAppointment {
  readonly current: AppointmentState;
  /** Of the provider who is to have the appointment. */
  readonly zone: string;
}

/** Locks appointments for a change, until the transaction ends. */
@Injectable()
export class AppointmentLock {
  constructor(
    private readonly database: Database,
    private readonly providerLock: ProviderLock,
  ) {}

  /**
   * Locks the provider who has an appointment, the one who is to have it, and then its row; always in this order, so that
   * changes and bookings never wait for each other in a circle.
   * @param nextProviderId left out: the appointment stays with its provider
   * @throws NotFoundError, ValidationError when `nextProviderId` names no provider
   */
  async take(tx: EntityManager, id: number, nextProviderId?: number): Promise<LockedAppointment> {
    const [found] = await this.database.rows<{ providerId: number }>(FIND_PROVIDER, [id], tx);
    for (let holder = found?.providerId; holder !== undefined;) {
      const zones = await this.providerLock.take(tx, [holder, nextProviderId ?? holder]);
      const current = await this.takeRow(tx, id);
      const zone = zones.get(nextProviderId ?? holder);
      if (current?.providerId === holder) {
        if (zone === undefined) throw new ValidationError({ providerId: 'names no provider' });
        return { current, zone };
      }
      // Another request has moved it to another provider, or removed it, since it was found.
      holder = current?.providerId;
    }
    throw new NotFoundError('appointment');
  }

  /** Locks the row alone, which is enough to delete it. */
  async takeRow(tx: EntityManager, id: number): Promise<AppointmentState | undefined> {
    const [current] = await this.database.rows<AppointmentState>(LOCK_STATE, [id], tx);
    return current;
  }
}
