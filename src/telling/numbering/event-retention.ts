import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database, type Statement } from '../../platform/database/database';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import { retentionLimit } from '../../platform/time/retention-limit';
import {
  DELETE_OLD as DELETE_OLD_DELIVERIES,
  DELETE_ORPHANED,
} from '../webhooks/deliveries/deliveries.statements';

/** Deletes some of the oldest events before an instant. Values: the instant, how many. */
const DELETE_OLD: Statement = {
  name: 'events.delete-old',
  text: `
    delete from events where occurred_at < $1 and id in (select id from events order by id limit $2) returning 1`,
};

/** Deletes events and their deliveries after EVENT_RETENTION_DAYS. The audit trail keeps the changes. */
@Injectable()
export class EventRetention {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async deleteOld(): Promise<void> {
    const limit = retentionLimit(this.config.eventRetentionDays, this.clock.now());
    if (limit === undefined) return;
    await deleteInBatches(this.database, DELETE_OLD, limit);
    await deleteInBatches(this.database, DELETE_OLD_DELIVERIES, limit);
  }

  /** Deletes the deliveries to webhooks that have been deleted. */
  async deleteOrphanedDeliveries(): Promise<void> {
    await deleteInBatches(this.database, DELETE_ORPHANED);
  }
}
