import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ForbiddenError, UnauthenticatedError, UnknownUserError } from '../../platform/errors/errors';
import { accessOf } from './access';
import { assertNoBrowserKey } from './browser-keys';
import { assertAddress, assertUnrestricted } from './key-restrictions';
import type { IdentifiedRequest } from '../../platform/http/identity';

/** Enforces the handler's `@Roles`, `@AnyRole` or `@Public`, then what the caller's key is restricted to. A handler without one of them is refused. */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const access = accessOf(this.reflector, context);
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    const { identity } = request;
    if (access === undefined) throw new ForbiddenError('No role may call this operation');
    if (access.kind === 'unguarded') return true;
    if (identity?.kind === 'invalid')
      throw identity.isStranger === true ? new UnknownUserError() : new UnauthenticatedError();
    if (identity?.kind !== 'caller') {
      if (access.kind === 'public') return true;
      throw new UnauthenticatedError();
    }
    const { caller } = identity;
    if (access.kind === 'any key') {
      assertAddress(caller, request);
      assertNoBrowserKey(caller);
      return true;
    }
    if (access.kind === 'roles' && !access.roles.some((role) => caller.roles.includes(role)))
      throw new ForbiddenError(`This takes one of the roles: ${access.roles.join(', ')}`);
    assertUnrestricted(caller, request, context, access.kind === 'public');
    return true;
  }
}
