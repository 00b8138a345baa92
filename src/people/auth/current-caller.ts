import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { callerOf, type IdentifiedRequest } from '../../platform/http/identity';

/** Parameter decorator: the caller, or `undefined` on a public endpoint without a key. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<IdentifiedRequest>()),
);
