import type { PoolClient } from 'pg';
import { type DataSource, MigrationExecutor } from 'typeorm';
import { allowSilence, limitSilence } from './pooled-client';

/** Key of the advisory lock under which one instance migrates while the others wait. */
const MIGRATION_LOCK = 7_206_519_403;

/**
 * Brings the schema up to date, in one transaction: an upgrade happens whole or not at all. Instances that start together
 * migrate once: the others wait, and find nothing left to do.
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  const queryRunner = dataSource.createQueryRunner();
  const connection = (await queryRunner.connect()) as PoolClient;
  try {
    allowSilence(connection);
    await queryRunner.startTransaction();
    await queryRunner.query('set local lock_timeout = 0');
    await queryRunner.query('set local statement_timeout = 0');
    // Of the transaction, not of the session: it also works through a pooler in transaction mode.
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

/** Migrations that this build brings and the database has not run, and that it has run and this build does not know. */
export interface MigrationGap {
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

/** Only reads: TypeORM's own look makes the table of migrations where there is none. */
export async function migrationGap(dataSource: DataSource): Promise<MigrationGap> {
  const [table] = await dataSource.query<{ exists: boolean }[]>(
    `select to_regclass('migrations') is not null as exists`,
  );
  const rows = table?.exists ? await dataSource.query<{ name: string }[]>('select name from migrations') : [];
  const run = rows.map(({ name }) => name);
  const known = dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
  return {
    missing: known.filter((name) => !run.includes(name)),
    unknown: run.filter((name) => !known.includes(name)),
  };
}
