import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Parameter decorator: the address under which the client reached the service, `https://host:port`. */
export const ServiceUrl = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const { protocol, host } = context.switchToHttp().getRequest<Request>();
  return `${protocol}://${host}`;
});
