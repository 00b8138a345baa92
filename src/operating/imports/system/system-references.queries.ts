import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../../platform/database/database';
import { ImportSources, keyOfId } from '../import-sources';
import type { ImportJob } from '../imported-row';
import type { SystemLine, SystemList } from './system-line';

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

/** What rows of a list name that may be gone here: it is left out of them. */
const MAY_BE_GONE: Readonly<
  Partial<Record<SystemList, readonly [member: string, kind: keyof typeof STATEMENTS]>>
> = { providers: ['serviceIds', 'services'], services: ['categoryId', 'categories'] };

/** Looks up what the other system names and is here: imported, and not deleted since. */
@Injectable()
export class SystemReferences {
  constructor(
    private readonly database: Database,
    private readonly sources: ImportSources,
  ) {}

  /** Our ids of what is here, by the ids in the other system. */
  find(
    { source, context }: ImportJob,
    kind: keyof typeof STATEMENTS,
    theirs: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    return this.database.transaction(context, async (tx) => {
      const known = await this.sources.find(tx, source, kind, theirs.map(keyOfId));
      const rows = await this.database.rows<{ id: number }>(STATEMENTS[kind], [[...known.values()]], tx);
      const there = new Set(rows.map(({ id }) => id));
      const found = theirs.map((each) => [each, known.get(keyOfId(each)) ?? 0] as const);
      return new Map(found.filter(([, id]) => there.has(id)));
    });
  }

  /** The lines with our ids of what may be gone. */
  async withOurs(
    job: ImportJob,
    list: SystemList,
    lines: readonly SystemLine[],
  ): Promise<readonly SystemLine[]> {
    const [member, kind] = MAY_BE_GONE[list] ?? [];
    if (member === undefined || kind === undefined) return lines;
    const namedBy = ({ body }: SystemLine) => [body?.[member] ?? []].flat().map(String);
    const ours = await this.find(job, kind, lines.flatMap(namedBy));
    return lines.map((line) => {
      const { [member]: named, ...body } = line.body ?? {};
      if (line.body === undefined || named === undefined) return line;
      const ids = namedBy(line).flatMap((id) => ours.get(id) ?? []);
      if (Array.isArray(named)) return { ...line, body: { ...body, [member]: ids } };
      return { ...line, body: ids[0] === undefined ? body : { ...body, [member]: ids[0] } };
    });
  }
}
