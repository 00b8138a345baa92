import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Statement } from '../../../platform/database/database';
import { ImportSources, keyOfId } from '../import-sources';

const CATEGORIES: Statement = {
  name: 'imports.categories',
  text: 'select id from categories where id = any ($1::int[])',
};
const SERVICES: Statement = {
  name: 'imports.services',
  text: 'select id from services where id = any ($1::int[]) and deleted_at is null',
};
const PROVIDERS: Statement = {
  name: 'imports.providers',
  text: 'select id from providers where id = any ($1::int[])',
};
const CUSTOMERS: Statement = {
  name: 'imports.customers',
  text: 'select id from customers where id = any ($1::int[]) and erased_at is null',
};
const STATEMENTS = {
  ...{ categories: CATEGORIES, customers: CUSTOMERS },
  ...{ services: SERVICES, providers: PROVIDERS },
};

/** Our ids, by the ids in the other system. */
export type OurIds = ReadonlyMap<string, number>;

/** Looks up what the other system names and is here: imported, and not deleted since. */
@Injectable()
export class EasyReferences {
  constructor(
    private readonly database: Database,
    private readonly sources: ImportSources,
  ) {}

  async find(
    tx: EntityManager,
    source: string,
    kind: keyof typeof STATEMENTS,
    theirs: readonly string[],
  ): Promise<OurIds> {
    if (theirs.length === 0) return new Map();
    const known = await this.sources.find(tx, source, kind, theirs.map(keyOfId));
    const rows = await this.database.rows<{ id: number }>(STATEMENTS[kind], [[...known.values()]], tx);
    const there = new Set(rows.map(({ id }) => id));
    return new Map(
      theirs.flatMap((each): [string, number][] => {
        const id = known.get(keyOfId(each));
        return id === undefined || !there.has(id) ? [] : [[each, id]];
      }),
    );
  }
}
