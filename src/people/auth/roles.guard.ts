import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ForbiddenError, UnauthenticatedError } from '../../platform/errors/errors';
import { accessOf } from './access';
import type { IdentifiedRequest } from '../../platform/http/identity';

/** Enforces the handler's `@Roles`, `@AnyRole` or `@Public`. A handler without one of them is refused. */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const access = accessOf(this.reflector, context);
    const { identity } = context.switchToHttp().getRequest<IdentifiedRequest>();
    if (access === undefined) throw new ForbiddenError('No role may call this operation');
    if (access.kind === 'unguarded') return true;
    if (identity?.kind === 'invalid') throw new UnauthenticatedError();
    if (access.kind === 'public') return true;
    if (identity?.kind !== 'caller') throw new UnauthenticatedError();
    const { roles } = identity.caller;
    if (access.roles.some((role) => roles.includes(role))) return true;
    throw new ForbiddenError(`This takes one of the roles: ${access.roles.join(', ')}`);
  }
}
