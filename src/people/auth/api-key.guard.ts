import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiKeysService } from '../api-keys/api-keys.service';
import { UnauthenticatedError } from '../../platform/errors/errors';
import { accessOf } from './access';
import type { IdentifiedRequest, Identity } from '../../platform/http/identity';

const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Authenticates the caller; the first global guard. It refuses a request without a credential to a token endpoint, which
 * the rate limit then does not count. Invalid credentials pass on: the rate limit counts them, and the roles guard refuses them.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly apiKeys: ApiKeysService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(this.reflector, context);
    if (access?.kind === 'unguarded') return true;
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    request.identity = await this.identify(request.headers.authorization);
    if (request.identity.kind === 'anonymous' && access?.kind !== 'public') throw new UnauthenticatedError();
    return true;
  }

  private async identify(authorization: string | undefined): Promise<Identity> {
    if (authorization === undefined) return { kind: 'anonymous' };
    const credential = BEARER.exec(authorization)?.[1];
    const caller = credential === undefined ? undefined : await this.apiKeys.findCaller(credential);
    return caller === undefined ? { kind: 'invalid' } : { kind: 'caller', caller };
  }
}
