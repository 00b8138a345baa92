import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Statement } from '../../platform/database/database';
import type { AuditedResource } from '../audit/audited-resources';

/** What is imported. The table has the same word. */
export type ImportKind = AuditedResource | 'shifts';

/** A digest of 132 bits: no two ids of a source share one. */
const DIGEST_LENGTH = 22;

const FIND_KEY: Statement = { name: 'imports.find-key', text: 'select link_key as key from instance' };
const LOCK: Statement = {
  name: 'imports.lock',
  text: `select pg_advisory_xact_lock(hashtextextended('import ' || $1, 0))`,
};
const FIND: Statement = {
  name: 'imports.find',
  text: `
    select source_id as "sourceId", resource_id as id from import_sources
    where source = $1 and kind = $2 and source_id = any ($3::text[])`,
};
const HAS_ANY: Statement = {
  name: 'imports.has-any',
  text: `select exists (select from import_sources where source = $1 and kind = $2) as "hasAny"`,
};
const IS_OURS: Statement = {
  name: 'imports.is-ours',
  text: `
    select exists (select from import_sources where source = $1 and kind = $2 and resource_id = $3) as "isOurs"`,
};
const RECORD: Statement = {
  name: 'imports.record',
  text: `
    insert into import_sources (source, kind, source_id, resource_id)
    select $1, $2, l.key, l.id from unnest($3::text[], $4::int[]) l (key, id)
    on conflict do nothing`,
};

/**
 * Remembers what the rows of other systems have become here. Keeps digests of their ids: an id may be an e-mail address. They outlive an
 * erasure, so they are made with a key of this installation: without it, addresses cannot be tried against them.
 */
@Injectable()
export class ImportSources {
  private key: Buffer | undefined;

  constructor(private readonly database: Database) {}

  /** Makes the imports of one source queue up, until the transaction ends. */
  async lock(tx: EntityManager, source: string): Promise<void> {
    await this.database.rows(LOCK, [source], tx);
  }

  /** @returns our ids, by the ids in the other system that are known */
  async find(
    tx: EntityManager,
    source: string,
    kind: ImportKind,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    if (keys.length === 0) return new Map();
    const made = await this.digestsOf(tx, keys);
    const digests = new Map(made.map((digest, i) => [digest, keys[i] ?? '']));
    const values = [source, kind, [...digests.keys()]];
    const rows = await this.database.rows<{ sourceId: string; id: number }>(FIND, values, tx);
    return new Map(rows.map(({ sourceId, id }) => [digests.get(sourceId) ?? '', id]));
  }

  /** Whether the source has brought anything of a kind. */
  async hasAny(tx: EntityManager, source: string, kind: ImportKind): Promise<boolean> {
    return (await this.database.one<{ hasAny: boolean }>(HAS_ANY, [source, kind], tx)).hasAny;
  }

  /** Whether the source has brought one of our rows. */
  async hasBrought(tx: EntityManager, source: string, kind: ImportKind, id: number): Promise<boolean> {
    return (await this.database.one<{ isOurs: boolean }>(IS_OURS, [source, kind, id], tx)).isOurs;
  }

  /** What is recorded already stays. @param ids ours, by the ids in the other system */
  async record(
    tx: EntityManager,
    source: string,
    kind: ImportKind,
    ids: readonly (readonly [key: string, id: number])[],
  ): Promise<void> {
    if (ids.length === 0) return;
    const keys = ids.map(([key]) => key);
    const values = [source, kind, await this.digestsOf(tx, keys), ids.map(([, id]) => id)];
    await this.database.rows(RECORD, values, tx);
  }

  private async digestsOf(tx: EntityManager, keys: readonly string[]): Promise<string[]> {
    const key = (this.key ??= (await this.database.one<{ key: Buffer }>(FIND_KEY, [], tx)).key);
    return keys.map((each) =>
      createHmac('sha256', key).update(`import ${each}`).digest('base64url').slice(0, DIGEST_LENGTH),
    );
  }
}

/** The key of a row that has an id in the other system. */
export function keyOfId(sourceId: string): string {
  return `id:${sourceId}`;
}

const OF_CONTENT = 'row:';

/** The key of a row without an id: what it says. @param content a digest of that */
export function keyOfContent(content: string): string {
  return OF_CONTENT + content;
}

export function isKeyOfContent(key: string): boolean {
  return key.startsWith(OF_CONTENT);
}

/** The key of a person, besides that of the row. */
export function keyOfEmail(email: string): string {
  return `email:${email.toLowerCase()}`;
}
