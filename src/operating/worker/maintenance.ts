import { Injectable } from '@nestjs/common';
import { ExpiredCustomers } from '../personal-data/retention/expired-customers';
import { BookedStartFill } from '../../booking/zone-review/booked-start-fill';
import { BrowserLimit } from '../../booking/browser-limit/browser-limit';
import { HoldSweep } from '../../booking/holds/hold-sweep';
import { WaitlistWorker } from '../../booking/waitlist/offers/waitlist-worker';
import { ChallengeSweep } from '../../people/challenges/challenge-sweep';
import { IdempotencyService } from '../../platform/http/idempotency/idempotency.service';
import { Jobs } from '../../platform/queue/jobs';
import { EventRetention } from '../../telling/numbering/event-retention';
import { MessageRetention } from '../../telling/messages/delivery/message-retention';
import { OutboxSweep } from '../../telling/messages/delivery/outbox-sweep';
import { RemindersService } from '../../telling/messages/delivery/reminders.service';

/** The name of the queue, which a migration creates. It gets one job per interval. */
const MAINTENANCE_QUEUE = 'upkeep';

export const MAINTENANCE_INTERVAL_S = 120;

/** What the workers do every two minutes, apart from sending messages. */
@Injectable()
export class Maintenance {
  constructor(
    private readonly jobs: Jobs,
    private readonly reminders: RemindersService,
    private readonly retention: MessageRetention,
    private readonly outboxSweep: OutboxSweep,
    private readonly idempotency: IdempotencyService,
    private readonly holdSweep: HoldSweep,
    private readonly challengeSweep: ChallengeSweep,
    private readonly browserLimit: BrowserLimit,
    private readonly waitlist: WaitlistWorker,
    private readonly events: EventRetention,
    private readonly customers: ExpiredCustomers,
    private readonly bookedStarts: BookedStartFill,
  ) {}

  async run(): Promise<void> {
    await this.runShared();
    await this.retention.deleteOldFiles();
    await this.outboxSweep.run();
  }

  /** Does nothing when another worker has taken the job of this interval. */
  private async runShared(): Promise<void> {
    await this.jobs.addOncePer(MAINTENANCE_INTERVAL_S, MAINTENANCE_QUEUE);
    const job = await this.jobs.take(MAINTENANCE_QUEUE);
    if (job === undefined) return;
    await this.jobs.maintain();
    await this.reminders.enqueueDue();
    await this.idempotency.sweep();
    await this.holdSweep.run();
    await this.challengeSweep.run();
    await this.browserLimit.sweep();
    this.waitlist.lookAtEverything();
    await this.retention.deleteOldMessages();
    await this.events.deleteOld();
    await this.events.deleteOrphanedDeliveries();
    await this.customers.run();
    await this.bookedStarts.run();
    await this.jobs.complete(job);
  }
}
