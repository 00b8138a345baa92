import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';

/** The jobs that wait in one queue. */
export interface QueueState {
  readonly queue: string;
  readonly waiting: number;
  /** Seconds since the oldest waiting job became due; 0 if none is due. */
  readonly oldestDueS: number;
}

/** One row for each queue, also for an empty one. The index from which pg-boss takes jobs serves it. */
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
    const { failed } = await this.database.one<{ failed: number }>(FAILED, []);
    return failed;
  }
}
