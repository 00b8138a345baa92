import { applyDecorators, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ApiBearerAuth, ApiExtension, ApiSecurity } from '@nestjs/swagger';
import { ROLES, type Role } from '../users/user.entity';
import type { ErrorCode } from '../../platform/errors/domain-error';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import { API_KEY_SCHEME } from '../../platform/openapi/api-key-scheme';

/** Who may call a handler. Every handler has one of the decorators below; a handler without one is never served. */
export type Access =
  | { readonly kind: 'unguarded' }
  | { readonly kind: 'public' }
  | { readonly kind: 'any key' }
  | { readonly kind: 'roles'; readonly roles: readonly Role[] };

const ACCESS = 'access';

/** For callers with one of these roles; others get a 403. */
export const Roles = (...roles: readonly Role[]): MethodDecorator => protectedFor(roles, ['forbidden']);

/** For every caller with a valid key. */
export const AnyRole = (): MethodDecorator => protectedFor(ROLES, []);

/**
 * For every caller with a valid key that stands in no page, under all other restrictions: what the handler does are requests of
 * the caller's own, each judged by itself.
 */
export const AnyKey = (): MethodDecorator => SetMetadata<string, Access>(ACCESS, { kind: 'any key' });

/** For requests with or without a key. A key that is sent must be valid. */
export const Public = (): MethodDecorator =>
  applyDecorators(
    SetMetadata<string, Access>(ACCESS, { kind: 'public' }),
    // OpenAPI: two alternatives, no credential or a key.
    ApiSecurity({}),
    ApiBearerAuth(API_KEY_SCHEME),
    ApiExtension('x-roles', ['public']),
    ApiErrors('unauthorized', 'KEY_RESTRICTED', 'rate_limited'),
  );

/** For endpoints outside the API, such as health checks: neither authentication nor rate limit. */
export const Unguarded = (): MethodDecorator => SetMetadata<string, Access>(ACCESS, { kind: 'unguarded' });

/** Who may call the handler of a request; `undefined` when it has no decorator. */
export function accessOf(reflector: Reflector, context: ExecutionContext): Access | undefined {
  return reflector.get<Access | undefined>(ACCESS, context.getHandler());
}

function protectedFor(roles: readonly Role[], errors: readonly ErrorCode[]): MethodDecorator {
  return applyDecorators(
    SetMetadata<string, Access>(ACCESS, { kind: 'roles', roles }),
    ApiBearerAuth(API_KEY_SCHEME),
    ApiExtension('x-roles', [...roles]),
    ApiErrors('unauthorized', ...errors, 'KEY_RESTRICTED', 'rate_limited'),
  );
}
