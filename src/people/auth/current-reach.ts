import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { callerOf, type IdentifiedRequest } from '../../platform/http/identity';
import { reachOf } from '../../platform/restrictions';

/** Parameter decorator of an operation that is narrowed: the reach of the caller's key, or `undefined` when it sees everything. */
export const CurrentReach = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  reachOf(callerOf(context.switchToHttp().getRequest<IdentifiedRequest>())),
);
