import { SlotRefused } from '../../booking/diary/claims/slot-refused';
import { DomainError } from '../../platform/errors/domain-error';
import { RefusedError, ValidationError } from '../../platform/errors/errors';
import { type Outcome, refused } from './outcome';

/** What is wrong with a row; undefined: the error tells of something else. */
export function faultOf(error: unknown): string | undefined {
  if (error instanceof SlotRefused) return error.reason;
  if (error instanceof ValidationError) return faultsIn(error);
  if (error instanceof RefusedError) return `${error.details.reason}: ${error.message}`;
  return error instanceof DomainError && error.kind === 'not_found' ? error.message : undefined;
}

/** Writes one row, in a transaction or savepoint of its own. @throws what is no fault of the row */
export async function outcomeOf(write: () => Promise<{ readonly id: number }>): Promise<Outcome> {
  try {
    return { is: 'taken', id: (await write()).id };
  } catch (error) {
    const reason = faultOf(error);
    if (reason === undefined) throw error;
    return refused(reason);
  }
}

/** Writes rows one by one: for kinds of which a business has few. @throws as `outcomeOf` */
export async function outcomesOf<Row>(
  rows: readonly Row[],
  write: (row: Row) => Promise<{ readonly id: number }>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const row of rows) outcomes.push(await outcomeOf(() => write(row)));
  return outcomes;
}

function faultsIn({ details }: ValidationError): string {
  return Object.entries(details)
    .map(([member, fault]) => `${member} ${fault}`)
    .join('; ');
}
