import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Database } from '../../../platform/database/database';
import { WORKER } from '../../../platform/database/write-context';
import { DAY_MS } from '../../../platform/time/units';
import { WRITE_NEXT } from '../replays/replays.statements';
import type { DeactivatedReason } from '../webhook.entity';
import { DEACTIVATE } from '../webhooks.statements';
import { type BodyOf, DeliveryBodies } from './delivery-bodies';
import { DeliveryRecord } from './delivery-record';
import { type Lane, LaneLeases } from './lane-leases';
import { LaneSender } from './lane-sender';

/** A webhook whose attempts all fail for so long is deactivated. */
const MOST_FAILING_MS = 5 * DAY_MS;

/**
 * Sends due deliveries to webhooks. Every worker does; a lease lets one of them at a time send to a webhook. Delivery is at least
 * once: when a worker dies between an answer and its record, the next one sends the same again, under the same `webhook-id`.
 */
@Injectable()
export class WebhookSender {
  private readonly logger = new Logger('Webhooks');
  private readonly sending = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly leases: LaneLeases,
    private readonly bodies: DeliveryBodies,
    private readonly sender: LaneSender,
    private readonly record: DeliveryRecord,
    private readonly clock: Clock,
  ) {}

  /** Begins to send due deliveries, and does not wait for the responses. @returns whether any was due */
  async run(): Promise<boolean> {
    const replayed = await this.database.rows(WRITE_NEXT, [new Date(this.clock.now())]);
    const lanes = await this.leases.take();
    if (lanes.length === 0) return replayed.length > 0;
    const bodyOf = await this.readBodies(lanes);
    for (const lane of lanes) {
      const work = this.send(lane, bodyOf).finally(() => this.sending.delete(work));
      this.sending.add(work);
    }
    return true;
  }

  /** Waits for the attempts that are under way. */
  async settle(): Promise<void> {
    while (this.sending.size > 0) await Promise.all(this.sending);
  }

  /** Begins no further attempt, and waits for those that are under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.settle();
  }

  private async readBodies(lanes: readonly Lane[]): Promise<BodyOf> {
    try {
      return await this.bodies.read(lanes);
    } catch (error) {
      await Promise.all(
        lanes.map(({ webhookId, isFirst }) =>
          this.record.release({
            webhookId,
            isFirst,
            isGone: false,
            hasSucceeded: undefined,
            position: undefined,
          }),
        ),
      );
      throw error;
    }
  }

  private async send(lane: Lane, bodyOf: BodyOf): Promise<void> {
    const { webhookId, isFirst } = lane;
    try {
      const report = await this.sender.send(lane, bodyOf, this.stopping.signal);
      if (report.isGone) await this.deactivate(lane, 'gone');
      else if (report.hasSucceeded === false && this.hasFailedTooLong(lane))
        await this.deactivate(lane, 'failing');
      await this.record.release({ webhookId, isFirst, ...report });
    } catch (error) {
      // The lease ends by itself; then the lane is sent again.
      this.logger.error({ err: error, webhookId }, 'Could not record deliveries');
    }
  }

  private hasFailedTooLong({ failingSince }: Lane): boolean {
    return failingSince !== null && this.clock.now() - failingSince.getTime() >= MOST_FAILING_MS;
  }

  private async deactivate({ webhookId }: Lane, reason: DeactivatedReason): Promise<void> {
    const values = [webhookId, reason, new Date(this.clock.now())];
    const [deactivated] = await this.database.transaction(WORKER, (tx) =>
      this.database.rows<{ url: string }>(DEACTIVATE, values, tx),
    );
    if (deactivated === undefined) return;
    // The URL may hold a token: the log has its origin only.
    const origin = new URL(deactivated.url).origin;
    this.logger.warn({ webhookId, origin, reason }, 'Deactivated a webhook');
  }
}
