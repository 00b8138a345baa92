import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';

/** What waits in a queue. */
export interface QueueState {
  readonly queue: string;
  readonly waiting: number;
  /** For how long the oldest job that is due has been, in seconds; 0 when none is. */
  readonly oldestDueS: number;
}

/** Of each queue, also of an empty one. Served by the index that pg-boss takes its jobs from. */
const QUEUES = {
  name: 'metrics.queues',
  text: `
    select q.name as queue, count(j.id)::int as waiting,
      greatest(0, coalesce(extract(epoch from now() - min(j.start_after)), 0))::float8 as "oldestDueS"
    from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state < 'active'
    group by q.name`,
};
const FAILED = {
  name: 'metrics.failed-messages',
  text: `select count(*)::int as failed from notifications where status = 'failed'`,
};

@Injectable()
export class QueueStateQueries {
  constructor(private readonly database: Database) {}

  queues(): Promise<QueueState[]> {
    return this.database.rows<QueueState>(QUEUES, []);
  }

  /** How many messages were given up. */
  async failedMessages(): Promise<number> {
    const [row] = await this.database.rows<{ failed: number }>(FAILED, []);
    return row?.failed ?? 0;
  }
}
