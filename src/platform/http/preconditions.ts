import { PreconditionFailedError } from '../errors/errors';
import { entityTagOf, namesStrongly, namesWeakly } from './conditional/entity-tag';
import type { WriteContext } from '../database/write-context';

/**
 * Refuses a write whose `If-Match` or `If-None-Match` names another state of the resource (RFC 9110, section 13.2.2). Call it inside the
 * transaction, after the row is locked and before anything is written, so that no other write comes in between.
 * @param represent returns what a GET would answer now; called only when the request has a precondition
 * @param hiddenState as in the `ResourceReply` of the resource @throws PreconditionFailedError
 */
export async function assertPreconditions(
  { ifMatch, ifNoneMatch }: WriteContext,
  represent: () => object | Promise<object>,
  hiddenState = '',
): Promise<void> {
  if (ifMatch === undefined && ifNoneMatch === undefined) return;
  const tag = entityTagOf(JSON.stringify(await represent()) + hiddenState);
  const isAsExpected = ifMatch === undefined || namesStrongly(ifMatch, tag);
  const isRuledOut = ifNoneMatch !== undefined && namesWeakly(ifNoneMatch, tag);
  if (!isAsExpected || isRuledOut) throw new PreconditionFailedError();
}

/** The same for a write that creates its resource: `If-Match` names a state of a resource that exists. @throws PreconditionFailedError */
export function assertAbsenceExpected({ ifMatch }: WriteContext): void {
  if (ifMatch !== undefined) throw new PreconditionFailedError();
}
