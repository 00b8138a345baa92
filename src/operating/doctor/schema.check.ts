import type { DataSource } from 'typeorm';
import { knownMigrations } from '../../platform/database/known-migrations';
import { migrationGap } from '../../platform/database/migrate';
import { type Finding, findingsOf } from './finding';

const EXTENSIONS = ['btree_gist', 'pg_trgm'];
const COLLATION = 'und-x-icu';

interface Extension {
  readonly name: string;
  /** The version that the server offers; null if it does not have the extension. */
  readonly available: string | null;
  /** The version in this database; null if it is not installed there yet. */
  readonly installed: string | null;
}

/** Checks what the migrations need. */
export async function checkExtensions(dataSource: DataSource): Promise<Finding[]> {
  const { ok, fault } = findingsOf('extensions');
  const found = await dataSource.query<Extension[]>(
    `select wanted.name, default_version as available, installed_version as installed
     from unnest($1::text[]) as wanted (name) left join pg_available_extensions using (name)`,
    [EXTENSIONS],
  );
  const collations = await dataSource.query<object[]>('select from pg_collation where collname = $1', [
    COLLATION,
  ]);
  const missing = found
    .filter(({ available }) => available === null)
    .map(({ name }) => `the extension ${name}`);
  if (collations.length === 0) missing.push('ICU collations');
  if (missing.length > 0) return [fault(`the server lacks ${missing.join(', ')}`)];
  const names = found.map(
    ({ name, installed }) => `${name} ${installed ?? '(installed by the first start)'}`,
  );
  return [ok(`${names.join(', ')}, ICU collations`)];
}

export async function checkMigrations(dataSource: DataSource): Promise<Finding> {
  const { ok, warning, fault } = findingsOf('migrations');
  const { missing, unknown, isOutdated } = await migrationGap(dataSource);
  const newer = `a newer version of the service has migrated this database: ${unknown.join(', ')}`;
  if (isOutdated) return fault(`${newer}; it has removed what this version uses`);
  if (unknown.length > 0 && missing.length === 0)
    return warning(`${newer}; this version still works with it`);
  if (missing.length > 0)
    return warning(`the next start of the service will run ${missing.length}, from ${missing[0] ?? ''} on`);
  return ok(`all ${knownMigrations().length} are run`);
}
