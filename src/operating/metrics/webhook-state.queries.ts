import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Database, type Statement } from '../../platform/database/database';

/** The deliveries to webhooks. */
export interface WebhookState {
  /** Seconds since the oldest pending delivery to an active webhook was queued; 0 if none is pending. */
  readonly oldestPendingS: number;
  /** How many attempts had which outcome, ever. */
  readonly attempts: Readonly<Record<string, number>>;
}

/** One index probe for each webhook. Value: now. */
const STATE: Statement = {
  name: 'metrics.webhooks',
  text: `
    select greatest(0, coalesce(extract(epoch from $1 - min(d.created_at)), 0))::float8 as "oldestPendingS",
      coalesce((select json_object_agg(outcome, attempts) from webhook_attempts), '{}') as attempts
    from webhooks w cross join lateral (
      select created_at from webhook_deliveries where webhook_id = w.id and status = 'pending' order by id limit 1
    ) d
    where w.active`,
};

@Injectable()
export class WebhookStateQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<WebhookState> {
    const [row] = await this.database.rows<WebhookState>(STATE, [new Date(this.clock.now())]);
    return row ?? { oldestPendingS: 0, attempts: {} };
  }
}
