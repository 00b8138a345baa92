import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Config } from '../../platform/config/config';
import { metadataOf } from '../../platform/config/sign-in-settings';
import { UnauthenticatedError } from '../../platform/errors/errors';
import { accessOf } from './access';
import { Authenticator } from './authenticator';
import type { IdentifiedRequest } from '../../platform/http/identity';

/**
 * Authenticates the caller; the first global guard. It refuses a request without a credential to a token endpoint, which
 * the rate limit then does not count. Invalid credentials pass on: the rate limit counts them, and the roles guard refuses them.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly reflector: Reflector,
    @Inject(Config) private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    if (access?.kind === 'unguarded') return true;
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    if (access?.kind === 'any key' && this.config.oidcIssuer !== undefined)
      request.challenge = [metadataOf(this.config)];
    request.identity = await this.authenticator.identify(request.headers.authorization, () => request.ip);
    if (request.identity.kind === 'anonymous' && access?.kind !== 'public') throw new UnauthenticatedError();
    return true;
  }
}
