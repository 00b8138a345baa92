import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { InjectThrottlerStorage, normalizeIp, seconds } from '@nestjs/throttler';
import type { Response } from 'express';
import { Config } from '../../config/config';
import { inProcessOf } from '../server/in-process';
import { callerOf, type IdentifiedRequest } from '../identity';
import { RateLimitedError } from '../../errors/errors';
import { isBrowserKey } from '../../restrictions';
import type { WeighingStorage } from './weighing-storage';
import { weigh, type WeighedRequest, weightOf } from './weight';

/** What a request counts in. */
interface Budget {
  readonly key: string;
  readonly limit: number;
}

/**
 * Second of the global guards (docs/reference/limits.md). Counts across all routes: one budget for each API key, each address without a
 * key, and each address that sends invalid keys. A browser key, which all visitors of a page have, has one for each address. An IPv6
 * client counts by its /64, the network of one subscriber. The throttler's own guard looks for six kinds of decorators on each handler,
 * and the service has none of them.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly limit: number;
  private readonly ttl: number;

  constructor(
    @Inject(Config) { rateLimit, rateLimitWindowS }: Config,
    @InjectThrottlerStorage() private readonly storage: WeighingStorage,
  ) {
    [this.limit, this.ttl] = [rateLimit, seconds(rateLimitWindowS)];
  }

  /** Endpoints outside the API, such as health checks, have no identity and no limit. What a body adds is counted by `JsonBodyGuard`. */
  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<WeighedRequest>();
    if (request.identity === undefined) return true;
    const limit = callerOf(request)?.restrictions?.rateLimit ?? this.limit;
    const budget = { key: keyOf(request), limit };
    const counted = inProcessOf(request)?.isCounted === true ? 1 : 0;
    const weight = weightOf(context.getHandler());
    if (weight?.isOfBody === true) {
      request.weighBody = async () => {
        await this.count(request.res, budget, weigh(weight, request.body) - 1);
      };
      return this.count(request.res, budget, 1 - counted);
    }
    return this.count(
      request.res,
      budget,
      (weight === undefined ? 1 : weigh(weight, request.query)) - counted,
    );
  }

  /** @throws RateLimitedError when the request counts as more than is left */
  private async count(response: Response | undefined, { key, limit }: Budget, weight: number): Promise<true> {
    if (weight <= 0) return true;
    // Otherwise a small limit would never allow some requests.
    const counted = await this.storage.weigh(key, this.ttl, limit, Math.min(weight, limit));
    response?.setHeader('RateLimit-Limit', limit);
    response?.setHeader('RateLimit-Remaining', Math.max(0, limit - counted.totalHits));
    response?.setHeader('RateLimit-Reset', counted.timeToExpire);
    if (counted.isBlocked) throw new RateLimitedError(counted.timeToExpire);
    return true;
  }
}

function keyOf(request: IdentifiedRequest): string {
  const caller = callerOf(request);
  if (caller !== undefined && !isBrowserKey(caller)) return `key:${caller.originId}`;
  const address = normalizeIp(request.ip ?? '');
  if (caller !== undefined) return `key:${caller.originId}:${address}`;
  return request.identity?.kind === 'invalid' ? `wrong-key:${address}` : `address:${address}`;
}
