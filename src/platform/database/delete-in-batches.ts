import type { Database, Statement } from './database';

/** How many rows one statement deletes: few enough that it is soon over. */
const BATCH = 1_000;

/** Repeats a DELETE until it deletes nothing. @param statement returns a row for each deletion; its last value is the batch size */
export async function deleteInBatches(
  database: Database,
  statement: Statement,
  ...values: readonly unknown[]
): Promise<void> {
  while ((await database.rows(statement, [...values, BATCH])).length === BATCH);
}
