import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { InjectThrottlerStorage, type ThrottlerStorage } from '@nestjs/throttler';
import type { Response } from 'express';
import type { IdentifiedRequest, Identity } from '../identity';
import { RateLimitedError } from '../../errors/errors';
import { Config } from '../../config/config';

const NAME = 'requests';

/**
 * The second of the three global guards: one budget for each key, for each address that calls without one, and for each
 * address that sends wrong ones (decisions, section 9). Over the throttler's storage, but with a guard of our own: the
 * throttler's counts by route and address, and reads metadata of the handler at each request.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    @Inject(Config) private readonly config: Config,
    @InjectThrottlerStorage() private readonly storage: ThrottlerStorage,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<IdentifiedRequest>();
    if (request.identity === undefined) return true; // outside the API
    const tracker = trackerOf(request, request.identity);
    const ttlMs = this.config.rateLimitWindowS * 1_000;
    const limit = this.config.rateLimit;
    const { totalHits, timeToExpire, isBlocked } = await this.storage.increment(
      tracker,
      ttlMs,
      limit,
      ttlMs,
      NAME,
    );
    const response = http.getResponse<Response>();
    response.setHeader('RateLimit-Limit', String(limit));
    response.setHeader('RateLimit-Remaining', String(Math.max(0, limit - totalHits)));
    response.setHeader('RateLimit-Reset', String(timeToExpire));
    if (isBlocked) throw new RateLimitedError(timeToExpire);
    return true;
  }
}

function trackerOf({ ip = '' }: IdentifiedRequest, identity: Identity): string {
  if (identity.kind === 'caller') return `key:${identity.caller.apiKeyId}`;
  return identity.kind === 'wrong' ? `wrong-key:${ip}` : `address:${ip}`;
}
