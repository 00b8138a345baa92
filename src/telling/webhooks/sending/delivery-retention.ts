import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { DAY_MS } from '../../../platform/time/units';
import { DELETE_OLD, DELETE_ORPHANED } from '../deliveries/deliveries.statements';

/** How many deliveries one statement deletes. */
const BATCH = 1_000;

/** Deletes deliveries: after EVENT_RETENTION_DAYS, like the events that they sent, and after their webhook. */
@Injectable()
export class DeliveryRetention {
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

  /** Deletes the deliveries to webhooks that have been deleted. */
  async deleteOrphaned(): Promise<void> {
    while ((await this.database.rows(DELETE_ORPHANED, [BATCH])).length === BATCH);
  }
}
