import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Statement } from '../../../platform/database/database';
import type { AuditedResource } from '../audited-resources';

/** Former rows of customers $1: deleted ones, those of other customers now, and messages. Uses `audit_entries_former_customer_idx`. */
const FIND_FORMER: Statement = {
  name: 'audit.find-former',
  text: `
    select distinct resource, resource_id as id from audit_entries
    where (before ->> 'customer_id')::int = any ($1) and before ->> 'customer_id' is not null
      and (resource = 'notifications' or after is null or before ->> 'customer_id' <> after ->> 'customer_id')`,
};

/** The values in rows $2 of resource $1 while they were customers' $3. $4 is a JSON object: the columns, and what is in them afterwards. */
const PERSONAL = `
  personal as materialized (
    select e.resource_id, array_agg(k.name) as names, array_agg(s.row -> k.name) as values, array_agg(k.erased) as erased
    from audit_entries e
    cross join lateral (values (e.before), (e.after)) s(row)
    cross join jsonb_each($4::jsonb) k(name, erased)
    where e.resource = $1 and e.resource_id = any ($2)
      and (s.row ->> 'customer_id')::int = any ($3) and s.row -> k.name <> k.erased
    group by e.resource_id
  )`;

const FIND_VALUES: Statement = {
  name: 'audit.find-values',
  text: `
    with ${PERSONAL}
    select distinct u.name, u.value::text as value from personal t cross join unnest(t.names, t.values) u(name, value)`,
};

/** A state without the values of its row. */
const withErased = (state: string) => `
  ${state} || (
    select coalesce(jsonb_object_agg(u.name, u.erased), '{}') from unnest(t.names, t.values, t.erased) u(name, value, erased)
    where ${state} -> u.name = u.value
  )`;
/** A value may be in the row of the next customer as well, so it is removed from the entries of both. */
const ERASE_ROWS: Statement = {
  name: 'audit.erase-rows',
  text: `
    with ${PERSONAL}
    update audit_entries e set before = ${withErased('e.before')}, after = ${withErased('e.after')}
    from personal t where e.resource = $1 and e.resource_id = t.resource_id`,
};

/** A state with the members of $3 that it has. */
const anonymised = (state: string) => `
  ${state} || (
    select coalesce(jsonb_object_agg(m.key, m.value), '{}') from jsonb_each($3::jsonb) m where ${state} ? m.key
  )`;
const ANONYMISE: Statement = {
  name: 'audit.anonymise',
  text: `
    update audit_entries e set before = ${anonymised('e.before')}, after = ${anonymised('e.after')}
    where e.resource = $1 and e.resource_id = any ($2)`,
};

/** A row of the trail. */
export interface FormerRow {
  readonly resource: AuditedResource;
  readonly id: number;
}

/** A value of a column. */
export interface PersonalValue {
  readonly name: string;
  /** As JSON. */
  readonly value: string;
}

/** What is to be removed: columns of rows while they belong to customers. */
export interface PersonalRows {
  readonly resource: AuditedResource;
  readonly ids: readonly number[];
  readonly customerIds: readonly number[];
  /** The columns, and what is in them afterwards. */
  readonly erased: Readonly<Record<string, unknown>>;
}

/** Rewrites entries in place; nothing else does. It removes the data of the person, and keeps who changed what, and when. */
@Injectable()
export class AuditErasure {
  constructor(private readonly database: Database) {}

  /** The rows that were customers' once and are not any more. */
  findFormer(tx: EntityManager, customerIds: readonly number[]): Promise<FormerRow[]> {
    return this.database.rows(FIND_FORMER, [customerIds], tx);
  }

  /** What the columns held while the rows belonged to the customers. */
  findValues(tx: EntityManager, rows: PersonalRows): Promise<PersonalValue[]> {
    return this.database.rows(FIND_VALUES, valuesOf(rows), tx);
  }

  /** Removes from all entries of rows what the columns held while the rows belonged to the customers. */
  async eraseRows(tx: EntityManager, rows: PersonalRows): Promise<void> {
    await this.database.rows(ERASE_ROWS, valuesOf(rows), tx);
  }

  /** Replaces members in all entries of rows. @param members by column */
  async anonymise(
    tx: EntityManager,
    resource: AuditedResource,
    ids: readonly number[],
    members: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await this.database.rows(ANONYMISE, [resource, ids, JSON.stringify(members)], tx);
  }
}

function valuesOf({ resource, ids, customerIds, erased }: PersonalRows): unknown[] {
  return [resource, ids, customerIds, JSON.stringify(erased)];
}
