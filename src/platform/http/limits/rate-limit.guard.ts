import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail, type ThrottlerRequest } from '@nestjs/throttler';
import type { Response } from 'express';
import { inProcessOf } from '../server/in-process';
import { callerOf, type IdentifiedRequest, isBrowserKey } from '../identity';
import { RateLimitedError } from '../../errors/errors';
import type { WeighingStorage } from './weighing-storage';
import { weigh, type WeighedRequest, weightOf } from './weight';

/**
 * The throttler's guard, second of the global guards (docs/reference/limits.md). Counts across all routes: one budget for each API key,
 * each address without a key, and each address that sends invalid keys. A browser key, which all visitors of a page have, has one for each
 * address. An IPv6 client counts by its /64, the network of one subscriber.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  declare protected readonly storageService: WeighingStorage;

  /** Endpoints outside the API, such as health checks, have no identity and no limit. */
  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    return Promise.resolve(requestOf(context).identity === undefined);
  }

  protected override async getTracker(request: IdentifiedRequest): Promise<string> {
    const caller = callerOf(request);
    if (caller !== undefined && !isBrowserKey(caller)) return `key:${caller.originId}`;
    const address = await super.getTracker(request);
    if (caller !== undefined) return `key:${caller.originId}:${address}`;
    return request.identity?.kind === 'invalid' ? `wrong-key:${address}` : `address:${address}`;
  }

  /** Counts across all routes. What a body adds to the weight is counted by `JsonBodyGuard`, which reads it. */
  protected override async handleRequest({ context, limit: usual, ttl }: ThrottlerRequest): Promise<boolean> {
    const request = requestOf(context);
    const limit = callerOf(request)?.restrictions?.rateLimit ?? usual;
    const key = await this.getTracker(request);
    const count = (weight: number) => this.count(request.res, { key, limit, ttl }, weight);
    const counted = inProcessOf(request)?.isCounted === true ? 1 : 0;
    const weight = weightOf(context.getHandler());
    if (weight?.isOfBody === true) {
      request.weighBody = () => count(weigh(weight, request.body) - 1);
      await count(1 - counted);
    } else await count((weight === undefined ? 1 : weigh(weight, request.query)) - counted);
    return true;
  }

  /** @throws RateLimitedError when the request counts as more than is left */
  private async count(
    response: Response | undefined,
    { key, limit, ttl }: Pick<ThrottlerLimitDetail, 'key' | 'limit' | 'ttl'>,
    weight: number,
  ): Promise<void> {
    if (weight <= 0) return;
    // Otherwise a small limit would never allow some requests.
    const counted = await this.storageService.weigh(key, ttl, limit, Math.min(weight, limit));
    response?.setHeader('RateLimit-Limit', limit);
    response?.setHeader('RateLimit-Remaining', Math.max(0, limit - counted.totalHits));
    response?.setHeader('RateLimit-Reset', counted.timeToExpire);
    if (counted.isBlocked) throw new RateLimitedError(counted.timeToExpire);
  }
}

function requestOf(context: ExecutionContext): WeighedRequest {
  return context.switchToHttp().getRequest<WeighedRequest>();
}
