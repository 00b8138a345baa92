import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../platform/database/database';
import type { AuditedResource } from './audited-resources';
import { SELECT_ENTRIES } from './audit.queries';
import type { AuditRow } from './audit-row';

/** How many rows of a resource one statement reads the entries of, and how many entries it reads. */
const ROWS = 50;
const PAGE = 100;

/** The rows that are customer $1's, and those that were. `audit_entries_former_customer_idx` finds the latter. */
const FIND_ROWS: Statement = {
  name: 'audit.find-rows-of-customer',
  text: `
    select 'customers' as resource, $1::int as id
    union select 'appointments', id from appointments where customer_id = $1
    union select 'waitlist', id from waitlist_entries where customer_id = $1
    union select resource, resource_id from audit_entries
      where (before ->> 'customer_id')::int = $1 and before ->> 'customer_id' is not null
        and (resource = 'notifications' or after is null or before ->> 'customer_id' <> after ->> 'customer_id')
    order by 1, 2`,
};

/** The entries after $4 about the rows $2 of resource $1. Rows that other customers had, too, count only while they were customer $3's. */
const FIND_ENTRIES: Statement = {
  name: 'audit.find-entries-of-customer',
  text: `
    ${SELECT_ENTRIES}
    where e.resource = $1 and e.resource_id = any ($2) and e.id > $4
      and (e.resource = 'customers' or (e.before ->> 'customer_id')::int = $3 or (e.after ->> 'customer_id')::int = $3)
    order by e.id limit ${PAGE}`,
};

interface CustomerRow {
  readonly resource: AuditedResource;
  readonly id: number;
}

/** Rows of one resource, not too many for one statement. */
export interface CustomerRows {
  readonly resource: AuditedResource;
  readonly ids: readonly number[];
}

/** Reads the entries of the audit trail about one customer. */
@Injectable()
export class CustomerTrail {
  constructor(private readonly database: Database) {}

  /** All rows that are or were the customer's, in groups of one resource. */
  async rows(customerId: number): Promise<CustomerRows[]> {
    const rows = await this.database.rows<CustomerRow>(FIND_ROWS, [customerId]);
    const resources = [...new Set(rows.map(({ resource }) => resource))];
    return resources.flatMap((resource) => {
      const ids = rows.filter((row) => row.resource === resource).map(({ id }) => id);
      const groups = Array.from({ length: Math.ceil(ids.length / ROWS) }, (_, index) => index * ROWS);
      return groups.map((first) => ({ resource, ids: ids.slice(first, first + ROWS) }));
    });
  }

  /** By resource and by groups of rows; within these in the order of the changes. */
  async *entries(customerId: number): AsyncGenerator<AuditRow[]> {
    for (const { resource, ids } of await this.rows(customerId))
      yield* this.entriesOf(resource, ids, customerId);
  }

  private async *entriesOf(
    resource: AuditedResource,
    ids: readonly number[],
    customerId: number,
  ): AsyncGenerator<AuditRow[]> {
    for (let last = 0; ;) {
      const entries = await this.database.rows<AuditRow>(FIND_ENTRIES, [resource, ids, customerId, last]);
      if (entries.length > 0) yield entries;
      last = entries.at(-1)?.id ?? last;
      if (entries.length < PAGE) return;
    }
  }
}
