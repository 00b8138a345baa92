import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { callerOf, type IdentifiedRequest } from '../../platform/http/identity';

/** Parameter decorator: the caller; of a public endpoint, `undefined` without a key. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<IdentifiedRequest>()),
);
