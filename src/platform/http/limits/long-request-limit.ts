import { Inject, Injectable } from '@nestjs/common';
import { ConcurrencyLimit } from '../../async/concurrency-limit';
import { Config } from '../../config/config';
import { connectionShares } from '../../database/reads/connection-shares';
import { RateLimitedError } from '../../errors/errors';

const QUEUE = {
  waiting: 100,
  patienceMs: 5_000,
  refusal: 'Too many long requests are running; try again shortly',
};
const RETRY_AFTER_S = 1;

/** Bounds requests that plan for long: one of a visitor, and in all half of the connections, so that short ones go on. */
@Injectable()
export class LongRequestLimit {
  private readonly visitors = new Set<string>();
  private readonly limit: ConcurrencyLimit;

  constructor(@Inject(Config) config: Config) {
    const running = Math.max(1, Math.floor(connectionShares(config).pooled / 2));
    this.limit = new ConcurrencyLimit({ ...QUEUE, running });
  }

  /**
   * @param visitor undefined: with a key of its own, which the rate limit bounds
   * @throws RateLimitedError while another request of the visitor runs, or waits; UnavailableError
   */
  async run<T>(visitor: string | undefined, task: () => Promise<T>): Promise<T> {
    if (visitor === undefined) return this.limit.run(task);
    if (this.visitors.has(visitor)) throw new RateLimitedError(RETRY_AFTER_S);
    this.visitors.add(visitor);
    try {
      return await this.limit.run(task);
    } finally {
      this.visitors.delete(visitor);
    }
  }
}
