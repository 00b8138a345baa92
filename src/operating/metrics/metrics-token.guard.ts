import { createHash, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../../platform/config/config';
import { DomainError } from '../../platform/errors/domain-error';

class MetricsTokenError extends DomainError {
  readonly kind = 'unauthenticated';
  readonly code = 'unauthorized';

  constructor() {
    super('The token of METRICS_TOKEN is required: Authorization: Bearer …');
  }
}

/** Requires the token of METRICS_TOKEN. Without that setting, it allows every request. */
@Injectable()
export class MetricsTokenGuard implements CanActivate {
  private readonly expected: Buffer | undefined;

  constructor(@Inject(Config) { metricsToken }: Config) {
    this.expected = metricsToken === undefined ? undefined : digest(`Bearer ${metricsToken}`);
  }

  canActivate(context: ExecutionContext): boolean {
    if (this.expected === undefined) return true;
    const { authorization = '' } = context.switchToHttp().getRequest<Request>().headers;
    if (timingSafeEqual(digest(authorization), this.expected)) return true;
    throw new MetricsTokenError();
  }
}

/** Gives both sides the same length, which `timingSafeEqual` requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
