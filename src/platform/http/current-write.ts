import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { TrackedRequest } from './request-id';
import type { WriteContext } from '../database/write-context';
import { callerOf, type IdentifiedRequest } from './identity';

/** A request that writes; an interceptor may have opened the transaction that it joins. */
export type WritingRequest = IdentifiedRequest &
  TrackedRequest & { joins?: Pick<WriteContext, 'transaction' | 'effects'> };

/** Parameter decorator of every handler that writes: the request as the act that it is. */
export const CurrentWrite = createParamDecorator((_data: unknown, context: ExecutionContext): WriteContext =>
  writeContextOf(context.switchToHttp().getRequest<WritingRequest>()),
);

/** A request as the act that it is. */
export function writeContextOf(request: WritingRequest): WriteContext {
  const caller = callerOf(request);
  return {
    via: 'api',
    userId: caller?.userId,
    apiKeyId: caller?.apiKeyId,
    requestId: request.id,
    ifMatch: request.headers['if-match'],
    ifNoneMatch: request.headers['if-none-match'],
    ...request.joins,
  };
}
