import type { Database, Statement } from './database';

/** How many rows one statement deletes: few enough that it is soon over. */
const BATCH = 1_000;

/**
 * Repeats a DELETE until it finds nothing more to delete.
 * @param statement returns a row for each that it deletes; the last of its values is how many that may be
 */
export async function deleteInBatches(
  database: Database,
  statement: Statement,
  ...values: readonly unknown[]
): Promise<void> {
  while ((await database.rows(statement, [...values, BATCH])).length === BATCH);
}
