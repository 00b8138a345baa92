import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import type { Response } from 'express';
import type { IdentifiedRequest } from '../identity';
import { RateLimitedError } from '../../errors/errors';

/**
 * The throttler's guard, second of the global guards (docs/interface.md, Limits). It counts across all routes: one budget for each
 * API key, one for each address that calls without a key, and one for each address that sends invalid keys. An IPv6 client
 * counts by its /64 network, which is what one subscriber gets.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  protected override headerPrefix = 'RateLimit';

  /** Endpoints outside the API, such as health checks, have no identity and no limit. */
  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    return Promise.resolve(requestOf(context).identity === undefined);
  }

  protected override async getTracker(request: IdentifiedRequest): Promise<string> {
    const { identity } = request;
    if (identity?.kind === 'caller') return `key:${identity.caller.apiKeyId}`;
    const address = await super.getTracker(request);
    return identity?.kind === 'invalid' ? `wrong-key:${address}` : `address:${address}`;
  }

  /** The tracker alone: the throttler's own key would give each route a budget. */
  protected override generateKey(_context: ExecutionContext, tracker: string): string {
    return tracker;
  }

  /** The throttler sets the `RateLimit-*` headers of accepted requests only. */
  protected override throwThrottlingException(
    context: ExecutionContext,
    { limit, timeToExpire }: ThrottlerLimitDetail,
  ): Promise<void> {
    const response = context.switchToHttp().getResponse<Response>();
    response.setHeader('RateLimit-Limit', String(limit));
    response.setHeader('RateLimit-Remaining', '0');
    response.setHeader('RateLimit-Reset', String(timeToExpire));
    return Promise.reject(new RateLimitedError(timeToExpire));
  }
}

function requestOf(context: ExecutionContext): IdentifiedRequest {
  return context.switchToHttp().getRequest<IdentifiedRequest>();
}
