import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { TrackedRequest } from '../../platform/http/request-id';
import type { Act } from '../../platform/database/act';
import { callerOf, type IdentifiedRequest } from './caller';

/** A request that writes; an interceptor may have opened the transaction that it joins. */
export type ActingRequest = IdentifiedRequest &
  TrackedRequest & { joins?: Pick<Act, 'transaction' | 'effects'> };

/** Parameter decorator of every handler that writes: the request as the act that it is. */
export const CurrentAct = createParamDecorator((_data: unknown, context: ExecutionContext): Act =>
  actOf(context.switchToHttp().getRequest<ActingRequest>()),
);

/** A request as the act that it is. */
export function actOf(request: ActingRequest): Act {
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
