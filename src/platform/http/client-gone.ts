import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';

/** Passes a function to a handler that tells whether the client has closed its connection, so that a long search can stop. */
export const ClientGone = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const response = context.switchToHttp().getResponse<Response>();
  return () => response.closed;
});
