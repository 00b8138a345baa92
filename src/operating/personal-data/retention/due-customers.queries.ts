import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isOpen } from '../../../booking/waitlist/waitlist-status';
import { Database, type Statement } from '../../../platform/database/database';

/** How many customers one statement looks at, and how many one transaction erases. */
const LOOK = 5_000;
export const BATCH = 50;

export interface DueWhen {
  readonly now: Date;
  readonly months: number;
}

/** The customers `c` who were there, and had an appointment last, before so many months. @param now placeholders */
const isDue = (now: string, months: string) => {
  const limit = `${now}::timestamptz - make_interval(months => ${months})`;
  return `
    c.erased_at is null and c.created_at < ${limit}
    and not exists (select from appointments a where a.customer_id = c.id and a.start_at >= ${limit})
    and not exists (select from waitlist_entries e where e.customer_id = c.id and ${isOpen('e')} and e.ends_at > ${now})`;
};

/** Walks the primary key from $1 on; each customer costs one look into `appointments_customer_id_idx`. */
export const FIND_DUE: Statement = {
  name: 'retention.find-due',
  text: `
    with looked as materialized (
      select id, created_at, erased_at from customers where id > $1 order by id limit ${LOOK}
    )
    select (select count(*)::int from looked) = ${LOOK} as "hasMore", (select max(id) from looked) as last,
      array(select c.id from looked c where ${isDue('$2', '$3')} order by c.id limit ${BATCH}) as due`,
};

const STILL_DUE: Statement = {
  name: 'retention.still-due',
  text: `select c.id from customers c where c.id = any ($1) and ${isDue('$2', '$3')}`,
};

export interface DueCustomers {
  readonly due: readonly number[];
  /** The id behind which the next look begins; 0: from the first customer. */
  readonly next: number;
}

@Injectable()
export class DueCustomersQueries {
  constructor(private readonly database: Database) {}

  /** @param after an id, behind which the look begins */
  async find(after: number, { now, months }: DueWhen): Promise<DueCustomers> {
    const values = [after, now, months];
    const found = await this.database.one<{ due: number[]; last: number; hasMore: boolean }>(
      FIND_DUE,
      values,
    );
    const { due, last, hasMore } = found;
    if (due.length === BATCH) return { due, next: due.at(-1) ?? 0 };
    return { due, next: hasMore ? last : 0 };
  }

  /** Which of some customers are due at the moment. */
  async stillDue(tx: EntityManager, ids: readonly number[], { now, months }: DueWhen): Promise<number[]> {
    const rows = await this.database.rows<{ id: number }>(STILL_DUE, [ids, now, months], tx);
    return rows.map(({ id }) => id);
  }
}
