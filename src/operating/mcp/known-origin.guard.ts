import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../../platform/config/config';
import { ForbiddenError } from '../../platform/errors/errors';

/**
 * Refuses pages of origins that CORS_ORIGINS does not name, as the transport of the protocol demands: a page could otherwise reach a
 * service on the visitor's own machine by a name that resolves to it (DNS rebinding). Programs send no `Origin`.
 */
@Injectable()
export class KnownOriginGuard implements CanActivate {
  constructor(@Inject(Config) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { origin } = context.switchToHttp().getRequest<Request>().headers;
    const { corsOrigins } = this.config;
    if (origin === undefined || corsOrigins === '*' || corsOrigins.includes(origin)) return true;
    throw new ForbiddenError('Pages of this origin cannot use /mcp');
  }
}
