import { PreconditionFailedError } from '../errors/errors';
import { entityTagOf, namesStrongly, namesWeakly } from '../http/entity-tag';
import type { WriteContext } from './write-context';

/**
 * Refuses a write that was meant for another state of the resource (RFC 9110, section 13.2.2). To be called inside of
 * the transaction, when the row is locked and nothing is written: nobody can come between this look and the write.
 * @param represent makes what a GET would show now; called only when the request has a precondition
 * @throws PreconditionFailedError
 */
export async function assertPreconditions(
  { ifMatch, ifNoneMatch }: WriteContext,
  represent: () => object | Promise<object>,
): Promise<void> {
  if (ifMatch === undefined && ifNoneMatch === undefined) return;
  const tag = entityTagOf(JSON.stringify(await represent()));
  const isAsExpected = ifMatch === undefined || namesStrongly(ifMatch, tag);
  const isRuledOut = ifNoneMatch !== undefined && namesWeakly(ifNoneMatch, tag);
  if (!isAsExpected || isRuledOut) throw new PreconditionFailedError();
}
