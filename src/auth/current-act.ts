import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { TrackedRequest } from '../common/http/request-id';
import type { Act } from '../database/act';
import { callerOf, type IdentifiedRequest } from './caller';

/** A request that writes; an interceptor may have opened the transaction for it. */
export type ActingRequest = IdentifiedRequest & TrackedRequest & { transaction?: Act['transaction'] };

/** Parameter decorator of every handler that writes: the request as the act that it is. */
export const CurrentAct = createParamDecorator((_data: unknown, context: ExecutionContext): Act => {
  const request = context.switchToHttp().getRequest<ActingRequest>();
  const caller = callerOf(request);
  return {
    via: 'api',
    userId: caller?.userId,
    apiKeyId: caller?.apiKeyId,
    requestId: request.id,
    transaction: request.transaction,
  };
});
