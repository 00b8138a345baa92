import { Injectable } from '@nestjs/common';
import { IdempotencyService } from '../../../platform/http/idempotency/idempotency.service';
import { Jobs } from '../../../platform/queue/jobs';
import { RemindersService } from './reminders.service';

/** A job for each stretch of two minutes. Made by a migration. */
const UPKEEP = 'upkeep';

/** How often somebody looks after the queue, in s. */
export const UPKEEP_EVERY_S = 120;

/** What is to be done every two minutes by one worker, however many there are. */
@Injectable()
export class Upkeep {
  constructor(
    private readonly jobs: Jobs,
    private readonly reminders: RemindersService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /** Does it, unless another worker has. */
  async run(): Promise<void> {
    await this.jobs.addOncePer(UPKEEP_EVERY_S, UPKEEP);
    const job = await this.jobs.take(UPKEEP);
    if (job === undefined) return;
    await this.jobs.maintain();
    await this.reminders.sweep();
    await this.idempotency.sweep();
    await this.jobs.complete(job);
  }
}
