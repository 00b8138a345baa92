import type { DataSource } from 'typeorm';
import { knownMigrations } from '../known-migrations';
import { migrationGap } from '../migrate';

/** The oldest supported major version of PostgreSQL. */
export const OLDEST_MAJOR = 15;

const ENCODING = 'UTF8';

interface Facts {
  readonly major: number;
  readonly encoding: string;
  readonly database: string;
  readonly role: string;
  readonly mayCreateSchemas: boolean;
  readonly mayCreateTables: boolean;
  readonly mayAlterTables: boolean;
}

const FACTS = `
  select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
    current_database() as database, current_user as role,
    has_database_privilege(current_database(), 'create') as "mayCreateSchemas",
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
    coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('migrations')), true)
      as "mayAlterTables"`;

/** Why the service cannot use this database, one clause for each fault; empty when it can. Reads only. */
export async function databaseFaults(dataSource: DataSource): Promise<string[]> {
  const [facts] = await dataSource.query<Facts[]>(FACTS);
  if (facts === undefined) throw new Error('PostgreSQL returned no row');
  const { major, encoding, database } = facts;
  if (major < OLDEST_MAJOR)
    return [`it is PostgreSQL ${major}, and the service needs ${OLDEST_MAJOR} or newer`];
  const faults = await missingRights(dataSource, facts);
  if (encoding !== ENCODING)
    faults.unshift(
      `the encoding of the database "${database}" is ${encoding}, and the service needs ${ENCODING}`,
    );
  return faults;
}

/** The role needs these rights only while migrations are still to run. */
async function missingRights(dataSource: DataSource, facts: Facts): Promise<string[]> {
  const { missing } = await migrationGap(dataSource);
  if (missing.length === 0) return [];
  const isNew = missing.length === knownMigrations().length;
  const role = `the role "${facts.role}"`;
  const faults: string[] = [];
  if (isNew && !facts.mayCreateSchemas)
    faults.push(`${role} may not create schemas in the database "${facts.database}"`);
  if (!facts.mayCreateTables) faults.push(`${role} may not create tables in the current schema`);
  if (!facts.mayAlterTables) faults.push(`${role} does not own the tables of the service`);
  return faults;
}
