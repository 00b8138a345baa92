import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { erasedValues } from '../../../platform/database/columns';
import { Database, type Statement } from '../../../platform/database/database';
import { WaitlistEntry } from '../waitlist-entry.entity';
import { isOpen } from '../waitlist-status';

/** The columns of `waitlist_entries` with personal data, and their values after an erasure. */
export const ERASED_ENTRY = erasedValues(WaitlistEntry.columns);

const COLUMNS = Object.keys(ERASED_ENTRY);

/** The holds of the offers to customers $1. */
const LOCK_OFFERS: Statement = {
  name: 'waitlist.lock-offers-for-erasure',
  text: `
    select h.id from waitlist_entries e join holds h on h.waitlist_entry_id = e.id
    where e.customer_id = any ($1) order by h.id for update of h`,
};
/** Not `for update`, as LOCK_ENTRY. */
const LOCK: Statement = {
  name: 'waitlist.lock-for-erasure',
  text: 'select id from waitlist_entries where customer_id = any ($1) order by id for no key update',
};

const DELETE_OFFERS: Statement = {
  name: 'waitlist.delete-offers-for-erasure',
  text: 'delete from holds where waitlist_entry_id = any ($1)',
};
const ERASE: Statement = {
  name: 'waitlist.erase',
  text: `
    update waitlist_entries e set ${COLUMNS.map((column) => `${column} = null`).join(', ')},
      status = case when ${isOpen('e')} then 'withdrawn' else e.status end
    where e.id = any ($1) and (${isOpen('e')} or num_nonnulls(${COLUMNS.join(', ')}) > 0)`,
};

/** Removes personal data from entries of the waitlist, and withdraws them. */
@Injectable()
export class WaitlistErasure {
  constructor(private readonly database: Database) {}

  /** Locks the offers to customers, then all their entries, until the transaction ends. @returns the ids of the entries */
  async lock(tx: EntityManager, customerIds: readonly number[]): Promise<number[]> {
    await this.database.rows(LOCK_OFFERS, [customerIds], tx);
    const entries = await this.database.rows<{ id: number }>(LOCK, [customerIds], tx);
    return entries.map(({ id }) => id);
  }

  /** @param ids of the entries; an offer to one of them goes to the next in line */
  async erase(tx: EntityManager, ids: readonly number[]): Promise<void> {
    await this.database.rows(DELETE_OFFERS, [ids], tx);
    await this.database.rows(ERASE, [ids], tx);
  }
}
