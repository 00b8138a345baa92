import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  AppointmentErasure,
  type AppointmentToErase,
} from '../../../booking/appointments/erasure/appointment-erasure';
import { WaitlistErasure } from '../../../booking/waitlist/erasure/waitlist-erasure';
import { CustomerErasure, type LockedCustomer } from '../../../people/customers/erasure/customer-erasure';

/** Customers whose rows are locked, with all that is theirs. */
export interface LockedPersons {
  readonly customers: readonly LockedCustomer[];
  readonly appointments: readonly AppointmentToErase[];
  /** The ids of their entries of the waitlist. */
  readonly entries: readonly number[];
}

/** Locks customers for an erasure, until the transaction ends. */
@Injectable()
export class ErasureLock {
  constructor(
    private readonly customers: CustomerErasure,
    private readonly appointments: AppointmentErasure,
    private readonly waitlist: WaitlistErasure,
  ) {}

  /** Locks offers, entries and appointments before customers, as changes and offers do; then what a booking added before the last lock. */
  async take(tx: EntityManager, ids: readonly number[], now: Date): Promise<LockedPersons> {
    await this.lockRows(tx, ids, now);
    const customers = await this.customers.lock(tx, ids);
    return { customers, ...(await this.lockRows(tx, ids, now)) };
  }

  private async lockRows(tx: EntityManager, ids: readonly number[], now: Date) {
    const entries = await this.waitlist.lock(tx, ids);
    return { entries, appointments: await this.appointments.lock(tx, ids, now) };
  }
}
