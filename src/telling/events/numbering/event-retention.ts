import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { DAY_MS } from '../../../platform/time/units';
import { DELETE_OLD } from './numbering.statements';

/** How many events one statement deletes. */
const BATCH = 1_000;

/** Deletes events after EVENT_RETENTION_DAYS. The audit trail keeps what they told. */
@Injectable()
export class EventRetention {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async deleteOld(): Promise<void> {
    const { eventRetentionDays: days } = this.config;
    if (days === 0) return;
    const limit = new Date(this.clock.now() - days * DAY_MS);
    while ((await this.database.rows(DELETE_OLD, [limit, BATCH])).length === BATCH);
  }
}
