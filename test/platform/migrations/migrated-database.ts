import type { DataSource, MigrationInterface } from 'typeorm';
import { createDataSource } from '../../../src/platform/database/connection/data-source';
import { migrate } from '../../../src/platform/database/migrate';
import { createEmptyDatabase } from '../../support/database/empty-database';

/** A database with the newest schema, in which a test takes one migration back and runs it again. */
export interface MigratedDatabase {
  readonly dataSource: DataSource;
  run(migration: MigrationInterface, direction: 'up' | 'down'): Promise<void>;
  drop(): Promise<void>;
}

export async function createMigratedDatabase(): Promise<MigratedDatabase> {
  const database = await createEmptyDatabase();
  const dataSource = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
  await migrate(dataSource);
  return {
    dataSource,
    run: async (migration, direction) => {
      const runner = dataSource.createQueryRunner();
      await runner.startTransaction();
      await migration[direction](runner);
      await runner.commitTransaction();
      await runner.release();
    },
    drop: async () => {
      await dataSource.destroy();
      await database.drop();
    },
  };
}
