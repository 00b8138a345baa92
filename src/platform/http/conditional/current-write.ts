import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { TrackedRequest } from '../server/request-id';
import type { WriteContext } from '../../database/write-context';
import { isGone } from '../server/client-gone';
import { callerOf, type IdentifiedRequest } from '../identity';

/** A request that writes. An interceptor may have opened the transaction that the handler joins. */
export type WritingRequest = IdentifiedRequest &
  TrackedRequest & { joins?: Pick<WriteContext, 'transaction' | 'effects'> };

/** Parameter decorator of every handler that writes: the write context of the request. */
export const CurrentWrite = createParamDecorator((_data: unknown, context: ExecutionContext): WriteContext =>
  writeContextOf(context.switchToHttp().getRequest<WritingRequest>()),
);

/** The write context of a request: who writes, with which key and preconditions, in which transaction. */
export function writeContextOf(request: WritingRequest): WriteContext {
  const caller = callerOf(request);
  return {
    via: 'api',
    userId: caller?.userId,
    apiKeyId: caller?.apiKeyId,
    requestId: request.id,
    ifMatch: request.headers['if-match'],
    ifNoneMatch: request.headers['if-none-match'],
    isGone: isGone(request),
    ...request.joins,
  };
}
