import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { VisibleCustomers } from '../../../people/customers/visible-customers';
import { Database } from '../../../platform/database/database';
import type { NamedClause } from '../../../platform/database/reads/clause';
import type { Reach } from '../../../platform/restrictions';
import { andWithin, clausesOfCustomers } from '../../reach';

const LOCK = { name: 'customers.lock-to-delete', text: 'select from customers where id = $1 for update' };

/** A narrowed key sees the customers whom its appointments and its entries of the waitlist show, and those of its places. */
@Injectable()
export class BookedCustomers extends VisibleCustomers {
  constructor(private readonly database: Database) {
    super();
  }

  override clauses(reach: Reach | undefined): readonly NamedClause[] {
    return clausesOfCustomers(reach);
  }

  override async hangsElsewhere(tx: EntityManager, id: number, reach: Reach): Promise<boolean> {
    await this.database.rows(LOCK, [id], tx);
    // The foreign key of appointments keeps a customer who has one.
    const { sql, name, values } = andWithin(reach, 'given', { alias: 'e', first: 2 });
    const own = `select e.id from waitlist_entries e where e.customer_id = $1${sql}`;
    const statement = {
      name: `customers.hangs-elsewhere${name}`,
      text: `select from waitlist_entries w where w.customer_id = $1 and w.id not in (${own}) limit 1`,
    };
    return (await this.database.rows(statement, [id, ...values], tx)).length > 0;
  }
}
