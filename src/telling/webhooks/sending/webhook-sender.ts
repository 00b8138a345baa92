import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Database } from '../../../platform/database/database';
import { WORKER } from '../../../platform/database/write-context';
import { OutgoingError } from '../../../platform/outgoing/outgoing-error';
import { OutgoingHttp } from '../../../platform/outgoing/outgoing-http';
import { DAY_MS, SECOND_MS } from '../../../platform/time/units';
import { grouped } from '../../../platform/values/grouped';
import { WRITE_NEXT } from '../replays/replays.statements';
import type { DeactivatedReason } from '../webhook.entity';
import { DEACTIVATE } from '../webhooks.statements';
import { type Body, BODY_FAULTS, type BodyOf, DeliveryBodies } from './delivery-bodies';
import { type Attempted, DeliveryRecord, type LaneReport } from './delivery-record';
import { type DueDelivery, type Lane, LaneLeases } from './lane-leases';
import { signedHeaders, signersOf, type Signing } from './signing';

/** A webhook whose attempts all fail for so long is deactivated. */
const MOST_FAILING_MS = 5 * DAY_MS;

/** From the lookup of the name to the status of the answer. */
const DEADLINE_MS = 10 * SECOND_MS;

/** After this time a lane begins no further attempt: its lease must not end before its last attempt. */
const SENDING_MS = 30 * SECOND_MS;

/** The same for what replays send: retries and tests, which are in the same lane, wait no longer than that and one attempt. */
const REPLAYING_MS = 2 * SECOND_MS;

/** How many subjects a lane sends at the same time. */
const PARALLEL = 8;

/** Gone (RFC 9110, section 15.5.11): the receiver has ended the subscription. */
const GONE = 410;

/** Where a lane sends to, and its signers. */
interface Receiver extends Pick<Signing, 'signers'> {
  readonly url: string;
}

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
    private readonly outgoing: OutgoingHttp,
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
        lanes.map(({ webhookId, isFirst }) => this.record.release({ webhookId, isFirst, ...emptyReport() })),
      );
      throw error;
    }
  }

  private async send(lane: Lane, bodyOf: BodyOf): Promise<void> {
    const { webhookId, isFirst } = lane;
    try {
      const report = await this.sendAll(lane, bodyOf);
      if (report.isGone) await this.deactivate(lane, 'gone');
      else if (report.hasSucceeded === false && this.hasFailedTooLong(lane))
        await this.deactivate(lane, 'failing');
      await this.record.release({ webhookId, isFirst, ...report });
    } catch (error) {
      // The lease ends by itself; then the lane is sent again.
      this.logger.error({ err: error, webhookId }, 'Could not record deliveries');
    }
  }

  /** Sends the deliveries of one subject one after the other, those of different subjects side by side. */
  private async sendAll(lane: Lane, bodyOf: BodyOf): Promise<LaneReport> {
    const report = emptyReport();
    const begun = this.clock.monotonic();
    const mayGoOn = ({ isReplay }: DueDelivery) =>
      !this.stopping.signal.aborted &&
      !report.isGone &&
      this.clock.monotonic() - begun < (isReplay ? REPLAYING_MS : SENDING_MS);
    const receiver: Receiver = { url: lane.url, signers: signersOf(lane.secrets) };
    const untried = new Set(lane.deliveries);
    const subjects = [...grouped(lane.deliveries, ({ subject }) => subject).values()];
    const records: Promise<void>[] = [];
    const work = async () => {
      for (let next = subjects.shift(); next !== undefined; next = subjects.shift()) {
        for (const delivery of next) {
          if (!mayGoOn(delivery)) return;
          untried.delete(delivery);
          const body = bodyOf(delivery, lane);
          const attempted = await this.attempt(receiver, delivery, body);
          report.isGone ||= attempted.isGone;
          if (!('fault' in body))
            report.hasSucceeded = report.hasSucceeded === true || attempted.outcome === 'delivered';
          // The next attempt does not wait for the record. Until all are awaited, a failure must not end the process.
          const record = this.record.add(delivery, attempted);
          record.catch(() => undefined);
          records.push(record);
        }
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    await Promise.all(records);
    if (lane.isFirst) report.position = positionBefore(untried) ?? lane.deliveries.at(-1)?.id;
    return report;
  }

  private async attempt(receiver: Receiver, delivery: DueDelivery, body: Body): Promise<Attempted> {
    const at = new Date(this.clock.now()).toISOString();
    const begun = this.clock.monotonic();
    const { outcome, statusCode, error } = await this.post(receiver, delivery, body);
    const durationMs = Math.round(this.clock.monotonic() - begun);
    return { outcome, isGone: statusCode === GONE, attempt: { at, statusCode, durationMs, error } };
  }

  private async post(
    { url, signers }: Receiver,
    { messageId }: DueDelivery,
    body: Body,
  ): Promise<Pick<Attempted, 'outcome'> & Pick<Attempted['attempt'], 'statusCode' | 'error'>> {
    if ('fault' in body) return { outcome: body.fault, statusCode: null, error: BODY_FAULTS[body.fault] };
    const { text, bytes } = body;
    const headers = signedHeaders({ messageId, at: this.clock.now(), signers, body: text });
    try {
      const statusCode = await this.outgoing.post(url, { headers, body: bytes, deadlineMs: DEADLINE_MS });
      const isDelivered = statusCode >= 200 && statusCode < 300;
      return { outcome: isDelivered ? 'delivered' : 'refused', statusCode, error: null };
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      return { outcome: error.fault, statusCode: null, error: error.message };
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

function emptyReport(): LaneReport {
  return { isGone: false, hasSucceeded: undefined, position: undefined };
}

/** Undefined: nothing is left. */
function positionBefore(untried: ReadonlySet<DueDelivery>): number | undefined {
  const [next] = untried;
  return next && next.id - 1;
}
