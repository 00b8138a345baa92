import type { EntityManager } from 'typeorm';
import type { Database } from './database';
import type { WriteContext } from './write-context';

/** Carries the result of a dry run out of the transaction that it rolls back. */
class DryRun<Result> extends Error {
  constructor(readonly result: Result) {
    super('a dry run writes nothing');
  }
}

/**
 * What an import would give. It runs, with its locks, and is rolled back: each row is read by those after it. Requests use
 * `Database.readOnly` instead.
 */
export async function dryRun<Result>(
  database: Database,
  context: WriteContext,
  write: (tx: EntityManager) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.transaction(context, async (tx) => {
      throw new DryRun(await write(tx));
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result as Result;
    throw error;
  }
}
