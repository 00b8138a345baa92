import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { deleteInBatches } from '../../../platform/database/delete-in-batches';
import { retentionLimit } from '../../../platform/time/retention-limit';
import { deleteOutboxFiles, outboxFolder } from '../mail/outbox';
import { DELETE_OLD } from './attempts.statements';

/** Deletes messages after MESSAGE_RETENTION_DAYS: they are personal data that is no longer needed. */
@Injectable()
export class MessageRetention {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async deleteOldMessages(): Promise<void> {
    const limit = this.limit();
    if (limit !== undefined) await deleteInBatches(this.database, DELETE_OLD, limit);
  }

  /** Each process has its own outbox folder, unless processes share a DATA_DIR. */
  async deleteOldFiles(): Promise<void> {
    const limit = this.limit();
    if (limit !== undefined) await deleteOutboxFiles(outboxFolder(this.config.dataDir), limit);
  }

  /** Messages that were queued before it are old; undefined when all are kept. */
  private limit(): Date | undefined {
    return retentionLimit(this.config.messageRetentionDays, this.clock.now());
  }
}
