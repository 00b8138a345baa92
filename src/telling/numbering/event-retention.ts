import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { deleteInBatches } from '../../platform/database/delete-in-batches';
import { retentionLimit } from '../../platform/time/retention-limit';
import { DELETE_OLD } from './numbering.statements';

/** Deletes events after EVENT_RETENTION_DAYS. The audit trail keeps what they told. */
@Injectable()
export class EventRetention {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async deleteOld(): Promise<void> {
    const limit = retentionLimit(this.config.eventRetentionDays, this.clock.now());
    if (limit !== undefined) await deleteInBatches(this.database, DELETE_OLD, limit);
  }
}
