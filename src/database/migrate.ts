import { type DataSource, MigrationExecutor } from 'typeorm';

/** Key of the advisory lock under which one instance migrates while the others wait. */
const MIGRATION_LOCK = 7_206_519_403;

/**
 * Brings the schema up to date, in one transaction: an upgrade happens whole or not at all. Instances that start together
 * migrate once: the others wait, and find nothing left to do.
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  const queryRunner = dataSource.createQueryRunner();
  try {
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
    await queryRunner.release();
  }
}

/** Whether every migration that this build knows has been run. */
export async function isSchemaCurrent(dataSource: DataSource): Promise<boolean> {
  return !(await dataSource.showMigrations());
}
