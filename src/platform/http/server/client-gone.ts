import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Passes a function to a handler that says whether the client has closed its connection, so that a long search can stop. */
export const ClientGone = createParamDecorator((_: unknown, context: ExecutionContext) =>
  isGone(context.switchToHttp().getRequest<Request>()),
);

/** A function that says whether the client of the request has closed its connection. */
export function isGone({ res: response }: Request): () => boolean {
  return () => response?.closed === true;
}
