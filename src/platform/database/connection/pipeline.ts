import { ValidationError } from '../../errors/errors';

/**
 * The statements that end the work of a transaction. They were sent together, and COMMIT follows them without waiting for their
 * answers; a failed statement makes it a rollback. So `answers` must reject for failed statements alone.
 */
class LastStatements<T> {
  constructor(readonly answers: Promise<T>) {}
}

/** What the work of a transaction gives: a result, or the statements that end it. */
export type Done<T> = T | LastStatements<T>;

type Answers<T extends readonly unknown[]> = { readonly [Index in keyof T]: Promise<T[Index]> };

/** Ends the work of a transaction with statements, which the list has sent in its order. @param give makes the result of their answers */
export function endWith<const T extends readonly unknown[], Result>(
  answers: Answers<T>,
  give: (answers: T) => Result,
): LastStatements<Result> {
  return new LastStatements(answersInOrder(answers).then(give));
}

/** Commits after the last statements, whose answers are read then. @throws as `answersInOrder` */
export async function committed<T>(
  done: Done<T>,
  commit: () => Promise<void> = () => Promise.resolve(),
): Promise<T> {
  if (done instanceof LastStatements) return (await answersInOrder([done.answers, commit()]))[0];
  await commit();
  return done;
}

/**
 * The answers to pipelined statements. @throws the first failure: PostgreSQL refuses the statements behind it because of it. A
 * ValidationError has the faults that the others found, too
 */
export async function answersInOrder<const T extends readonly unknown[]>(answers: Answers<T>): Promise<T> {
  const settled = await Promise.allSettled(answers as readonly Promise<unknown>[]);
  return settled.map((each) => {
    if (each.status === 'rejected') throw withOtherFaults(each.reason, settled);
    return each.value;
  }) as unknown as T;
}

function withOtherFaults(first: unknown, settled: readonly PromiseSettledResult<unknown>[]): unknown {
  if (!(first instanceof ValidationError)) return first;
  const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  const faults = reasons.filter((reason) => reason instanceof ValidationError).map(({ details }) => details);
  if (faults.length === 1) return first;
  return new ValidationError(Object.fromEntries(faults.toReversed().flatMap(Object.entries<string>)));
}
