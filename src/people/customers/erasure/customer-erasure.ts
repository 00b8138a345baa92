import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { erasedValues } from '../../../platform/database/columns';
import { Database, type Statement } from '../../../platform/database/database';
import { Customer } from '../customer.entity';

/** The columns of `customers` that identify a person, and their values after an erasure. */
export const ERASED_CUSTOMER = erasedValues(Customer.columns);

/** `for update`: bookings lock the key of their customer, so they wait for an erasure, and it for them. */
const LOCK: Statement = {
  name: 'customers.lock-for-erasure',
  text: 'select id, erased_at as "erasedAt" from customers where id = any ($1) order by id for update',
};

const columns = Object.keys(ERASED_CUSTOMER);
const ERASE: Statement = {
  name: 'customers.erase',
  text: `
    update customers c set ${columns.map((column) => `${column} = erased.${column}`).join(', ')}, erased_at = $2, updated_at = $2
    from jsonb_populate_record(null::customers, $3) erased
    where c.id = any ($1) and c.erased_at is null`,
};

export interface LockedCustomer {
  readonly id: number;
  readonly erasedAt: Date | null;
}

@Injectable()
export class CustomerErasure {
  constructor(private readonly database: Database) {}

  /** Locks customers until the transaction ends: nothing can be booked for them, or sent to them, meanwhile. */
  lock(tx: EntityManager, ids: readonly number[]): Promise<LockedCustomer[]> {
    return this.database.rows(LOCK, [ids], tx);
  }

  /** Erases those that are not erased yet. */
  async erase(tx: EntityManager, ids: readonly number[], now: Date): Promise<void> {
    await this.database.rows(ERASE, [ids, now, JSON.stringify(ERASED_CUSTOMER)], tx);
  }
}
