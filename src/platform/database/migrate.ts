import type { PoolClient } from 'pg';
import { type DataSource, MigrationExecutor } from 'typeorm';
import { allowSilence, limitSilence } from './connection/primary-client';
import { knownMigrations, numberOf } from './known-migrations';

/** Key of the advisory lock that lets one instance migrate while the others wait. */
const MIGRATION_LOCK = 7_206_519_403;

/** Migrates in one transaction: an upgrade happens completely or not at all. Of several instances, one migrates; the others wait for it. */
export async function migrate(dataSource: DataSource): Promise<void> {
  const queryRunner = dataSource.createQueryRunner();
  const connection = (await queryRunner.connect()) as PoolClient;
  try {
    allowSilence(connection);
    await queryRunner.startTransaction();
    await queryRunner.query('set local lock_timeout = 0');
    await queryRunner.query('set local statement_timeout = 0');
    // The lock belongs to the transaction, not to the session, so it also works through a pooler in transaction mode.
    await queryRunner.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const executor = new MigrationExecutor(dataSource, queryRunner);
    executor.transaction = 'all';
    await executor.executePendingMigrations();
    await queryRunner.commitTransaction();
  } catch (error) {
    if (queryRunner.isTransactionActive) await queryRunner.rollbackTransaction();
    throw error;
  } finally {
    limitSilence(connection);
    await queryRunner.release();
  }
}

/** The migrations of this build that the database has not run, and those that it has run but this build does not know. */
export interface MigrationGap {
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
  /** Whether the unknown ones have removed what this build uses. */
  readonly isOutdated: boolean;
}

interface RunMigrations {
  readonly names: readonly string[];
  /** The comment on the table of migrations, in which a migration that removes something says which builds still work. */
  readonly comment: string | null;
}

/** What the comment names: the number of the migration that a build must know. */
const OLDEST_BUILD = /\b\d{13}\b/;

/** Reads only. TypeORM's own check would create the table of migrations. */
export async function migrationGap(dataSource: DataSource): Promise<MigrationGap> {
  const [table] = await dataSource.query<{ exists: boolean }[]>(
    `select to_regclass('migrations') is not null as exists`,
  );
  const [run] = table?.exists ? await dataSource.query<RunMigrations[]>(RUN) : [];
  const { names = [], comment = null } = run ?? {};
  const known = knownMigrations();
  const oldest = OLDEST_BUILD.exec(comment ?? '')?.[0];
  return {
    missing: missingIn(known, names),
    unknown: missingIn(names, known),
    isOutdated: oldest !== undefined && !known.some((name) => numberOf(name) >= oldest),
  };
}

function missingIn(migrations: readonly string[], others: readonly string[]): string[] {
  const numbers = new Set(others.map(numberOf));
  return migrations.filter((name) => !numbers.has(numberOf(name)));
}

const RUN = `
  select coalesce(array_agg(name), '{}') as names, obj_description(to_regclass('migrations')) as comment from migrations`;
