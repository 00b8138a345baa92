import { applyDecorators, type ExecutionContext, RequestMethod, SetMetadata } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { ApiExtension } from '@nestjs/swagger';
import { ForbiddenError } from '../../platform/errors/errors';
import type { Caller, IdentifiedRequest } from '../../platform/http/identity';
import { SCOPE_EXTENSION, scopeOfPath, scopesOf } from '../../platform/openapi/scopes';
import { isAllowedAddress } from '../api-keys/allowed-addresses';
import { reachOf } from '../../platform/restrictions';
import { isInScope, isScope, type Scope } from '../api-keys/scopes';
import { assertForPages, assertOrigin } from './browser-keys';
import { assertHideable } from './hiding';
import { assertNarrowable } from './narrowing';

const SCOPE = 'scope';
const needed = new WeakMap<object, readonly string[]>();

/** Declares the scope that an operation takes, where it is not that of its path and method. */
export const InScope = (scope: Scope): MethodDecorator =>
  applyDecorators(SetMetadata(SCOPE, scope), ApiExtension(SCOPE_EXTENSION, scope));

/**
 * Refuses what a key cannot do, although its roles allow it, before it hides what is not its own.
 * @param isPublic whether the operation is served without a key @throws ForbiddenError, NotFoundError
 */
export function assertUnrestricted(
  caller: Caller,
  request: IdentifiedRequest,
  context: ExecutionContext,
  isPublic: boolean,
): void {
  const { restrictions } = caller;
  if (restrictions === null) return;
  assertAddress(caller, request);
  if (restrictions.origins !== undefined) assertOrigin(restrictions.origins, request);
  if (restrictions.hide !== undefined) assertHideable(context, restrictions.hide);
  // A page gets what is public by leaving the key out, so scopes would keep nothing from it.
  if (restrictions.origins === undefined || !isPublic)
    assertScopes(caller, request, scopesOfHandler(context));
  if (restrictions.origins !== undefined) assertForPages(request, context);
  const reach = reachOf(caller);
  if (reach !== undefined) assertNarrowable(reach, request, context);
}

/** Refuses a key that works only from other addresses. @throws ForbiddenError */
export function assertAddress({ restrictions }: Caller, request: IdentifiedRequest): void {
  if (restrictions?.allowIp !== undefined && !isAllowedAddress(restrictions.allowIp, request.ip))
    throw new ForbiddenError('This key does not work from this address');
}

/** @throws ForbiddenError for what the operation takes, or `include` */
function assertScopes(caller: Caller, { query }: IdentifiedRequest, anyOf: readonly string[]): void {
  assertScope(caller, anyOf);
  for (const scope of scopesOfIncluded(query['include'])) assertScope(caller, [scope]);
}

/** @param anyOf the first one is what a refusal names */
function assertScope(caller: Caller, anyOf: readonly string[]): void {
  if (isInScope(caller, ...anyOf)) return;
  const [scope = ''] = anyOf;
  throw new ForbiddenError(`This takes a key with the scope ${scope}`, { scope });
}

/** The scopes of which the handler of a request takes one. */
function scopesOfHandler(context: ExecutionContext): readonly string[] {
  const handler = context.getHandler();
  const known = needed.get(handler);
  if (known !== undefined) return known;
  const declared = Reflect.getMetadata(SCOPE, handler) as Scope | undefined;
  const path = [context.getClass(), handler].map((each) => String(Reflect.getMetadata(PATH_METADATA, each)));
  const isRead = Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.GET;
  const scopes = scopesOf(declared, scopeOfPath(path.join('/'), isRead));
  needed.set(handler, scopes);
  return scopes;
}

/** What `include` shows of other resources takes their scopes. It is not validated yet: what it does not know is refused later. */
function scopesOfIncluded(include: unknown): readonly string[] {
  const scopes = typeof include === 'string' ? include.split(',').map((word) => `${word.trim()}s:read`) : [];
  return scopes.filter(isScope);
}
