import { Injectable, Logger } from '@nestjs/common';
import { BriefCache } from '../../platform/async/brief-cache';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import type { MoreOrigins } from '../../platform/http/server/cors';
import { SECOND_MS } from '../../platform/time/units';

/** The origins of the browser keys that work, each with the latest end of its keys; null: it has no end. */
const FIND = {
  name: 'api-keys.find-origins',
  text: `select origin, nullif(max(coalesce(k.expires_at, 'infinity')), 'infinity') as "endsAt"
         from api_keys k join users u on u.id = k.user_id, jsonb_array_elements_text(k.restrictions -> 'origins') origin
         where k.revoked_at is null and u.active and (k.expires_at is null or k.expires_at > $1)
         group by origin`,
};

interface KeyOrigin {
  readonly origin: string;
  readonly endsAt: Date | null;
}

/** The origins of the pages that have a browser key. They are read once a second at most, also where requests name unknown ones. */
@Injectable()
export class KeyOrigins implements MoreOrigins {
  private readonly logger = new Logger(KeyOrigins.name);
  private known: ReadonlyMap<string, Date | null> = new Map();
  private readonly reads: BriefCache<void>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.reads = new BriefCache(clock, SECOND_MS, () => this.read());
  }

  get areThereAny(): boolean {
    return this.known.size > 0;
  }

  async has(origin: string): Promise<boolean> {
    await this.reads.get();
    const endsAt = this.known.get(origin);
    return endsAt !== undefined && (endsAt === null || endsAt.getTime() > this.clock.now());
  }

  /** While the database is away, those that are known stay: a page can then read that the service is unavailable. */
  private async read(): Promise<void> {
    try {
      const found = await this.database.rows<KeyOrigin>(FIND, [new Date(this.clock.now())]);
      this.known = new Map(found.map(({ origin, endsAt }) => [origin, endsAt]));
    } catch (error) {
      this.logger.warn({ err: error }, 'Could not read the origins of browser keys');
    }
  }
}
