import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Statement } from '../../platform/database/database';

const CUSTOMERS_BY_EMAIL: Statement = {
  name: 'imports.customers-by-email',
  text: `
    select given as email, c.id from unnest($1::text[]) given
    join customers c on lower(c.email collate "und-x-icu") = lower(given collate "und-x-icu")`,
};
const PROVIDERS_BY_EMAIL: Statement = {
  name: 'imports.providers-by-email',
  text: `
    select given as email, p.id from unnest($1::text[]) given
    join users u on lower(u.email collate "und-x-icu") = lower(given collate "und-x-icu")
    join providers p on p.id = u.id`,
};
/** The lock prevents an erasure until the appointments are committed. */
const LIVING_CUSTOMERS: Statement = {
  name: 'imports.living-customers',
  text: 'select id from customers where id = any ($1::int[]) and erased_at is null order by id for key share',
};
const LOCATIONS: Statement = {
  name: 'imports.locations',
  text: 'select id from locations where id = any ($1::int[])',
};

/** Looks up what many imported rows name, with one statement each. */
@Injectable()
export class ImportReferences {
  constructor(private readonly database: Database) {}

  /** @returns the ids of the customers that have one of some e-mail addresses, by the address as it is given */
  customersByEmail(tx: EntityManager, emails: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.byEmail(CUSTOMERS_BY_EMAIL, tx, emails);
  }

  /** As `customersByEmail`, of the providers. */
  providersByEmail(tx: EntityManager, emails: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.byEmail(PROVIDERS_BY_EMAIL, tx, emails);
  }

  /** Those of some customers who exist and were not erased. */
  livingCustomers(tx: EntityManager, ids: readonly number[]): Promise<ReadonlySet<number>> {
    return this.ids(LIVING_CUSTOMERS, tx, ids);
  }

  locations(tx: EntityManager, ids: readonly number[]): Promise<ReadonlySet<number>> {
    return this.ids(LOCATIONS, tx, ids);
  }

  private async byEmail(
    statement: Statement,
    tx: EntityManager,
    emails: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    if (emails.length === 0) return new Map();
    const rows = await this.database.rows<{ email: string; id: number }>(statement, [emails], tx);
    return new Map(rows.map(({ email, id }) => [email, id]));
  }

  private async ids(
    statement: Statement,
    tx: EntityManager,
    ids: readonly number[],
  ): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set();
    const rows = await this.database.rows<{ id: number }>(statement, [[...new Set(ids)]], tx);
    return new Set(rows.map(({ id }) => id));
  }
}
