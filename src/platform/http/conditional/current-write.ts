import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import type { TrackedRequest } from '../request-id';
import type { WriteContext } from '../../database/write-context';
import { reachOf, seesLinks } from '../../restrictions';
import { isGone } from '../server/client-gone';
import { inProcessOf } from '../server/in-process';
import { callerOf, type IdentifiedRequest, visitorOf } from '../identity';

export type WritingRequest = IdentifiedRequest &
  TrackedRequest & {
    /** The transaction that the handler joins, which an `Idempotency-Key` has opened. */
    joins?: Pick<WriteContext, 'transaction' | 'effects' | 'subjects'>;
    /** What `CurrentWrite` has given to the handler. */
    write?: WriteContext;
  };

const currentWrite = (_data: unknown, context: ExecutionContext): WriteContext => {
  const request = context.switchToHttp().getRequest<WritingRequest>();
  return (request.write = writeContextOf(request));
};

/** Parameter decorator of every handler that writes: the write context of the request. */
export const CurrentWrite = createParamDecorator(currentWrite);

/** Whether a handler has a parameter with `CurrentWrite`. */
export function takesCurrentWrite(controller: object, handler: string | symbol): boolean {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller.constructor, handler) ?? {}) as Record<
    string,
    { readonly factory?: unknown }
  >;
  return Object.values(args).some(({ factory }) => factory === currentWrite);
}

/** The write context of a request: who writes, with which key and preconditions, in which transaction. */
export function writeContextOf(request: WritingRequest): WriteContext {
  const caller = callerOf(request);
  return {
    via: inProcessOf(request)?.via ?? (caller?.token === undefined ? 'api' : 'oidc'),
    userId: caller?.userId,
    apiKeyId: caller?.apiKeyId,
    tokenId: caller?.token?.id,
    keyOriginId: caller?.originId,
    reach: reachOf(caller),
    visitor: visitorOf(request),
    hides: caller?.restrictions?.hide,
    seesLinks: caller !== undefined && seesLinks(caller.restrictions),
    requestId: request.id,
    ifMatch: request.headers['if-match'],
    ifNoneMatch: request.headers['if-none-match'],
    isGone: isGone(request),
    transaction: request.joins?.transaction,
    effects: request.joins?.effects,
    subjects: request.joins?.subjects,
  };
}
