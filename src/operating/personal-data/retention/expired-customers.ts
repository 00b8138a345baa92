import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { WORKER } from '../../../platform/database/write-context';
import { ErasureService } from '../erasure/erasure.service';
import { DueCustomersQueries } from './due-customers.queries';

/** How many looks one run takes, so that the other maintenance need not wait for long. */
const LOOKS = 20;

/** Erases customers who have had no appointment for CUSTOMER_RETENTION_MONTHS, a few at a time. */
@Injectable()
export class ExpiredCustomers {
  /** Behind this id the next look begins. */
  private after = 0;

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly queries: DueCustomersQueries,
    private readonly erasure: ErasureService,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const { customerRetentionMonths: months } = this.config;
    if (months === 0) return;
    const when = { now: new Date(this.clock.now()), months };
    for (let look = 0; look < LOOKS; look++) {
      const { due, next } = await this.queries.find(this.after, when);
      // A booking may have been made meanwhile: `stillDue` runs once the customers are locked.
      if (due.length > 0)
        await this.erasure.eraseSome(WORKER, due, (tx, ids) => this.queries.stillDue(tx, ids, when));
      this.after = next;
      if (next === 0) return;
    }
  }
}
