import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Database, type Statement } from '../../../platform/database/database';
import type { OutgoingFault } from '../../../platform/outgoing/outgoing-error';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/time/units';
import type { DeliveryAttempt, DeliveryStatus } from '../deliveries/delivery-status';
import type { BodyFault } from './delivery-bodies';
import { type DueDelivery, type LaneKey, LaneLeases } from './lane-leases';

/** How an attempt ended, for the metrics. `refused`: an answer other than a 2xx. */
export type AttemptOutcome = 'delivered' | 'refused' | BodyFault | OutgoingFault;

/** How long after each failed attempt the next one follows. After the last delay there is no further attempt. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** After these there is no further attempt: it would end the same. */
const FINAL: readonly AttemptOutcome[] = ['event_deleted', 'message_deleted', 'message_expired'];

/** An attempt to send a delivery. */
export interface Attempted {
  readonly outcome: AttemptOutcome;
  /** Whether the webhook was deactivated by the answer. */
  readonly isGone: boolean;
  readonly attempt: DeliveryAttempt;
}

/** What follows from an attempt. */
interface AttemptResult extends Pick<Attempted, 'outcome' | 'attempt'> {
  readonly id: number;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date | undefined;
}

/** What the attempts of a lane showed about its webhook. */
export interface LaneReport {
  isGone: boolean;
  /** Whether one attempt succeeded; undefined: there was none. */
  hasSucceeded: boolean | undefined;
  /** The lane of new events: all deliveries up to this id have been tried; undefined: as before. */
  position: number | undefined;
}

/** A lane whose worker is done with it. */
export interface DoneLane extends LaneKey, Readonly<LaneReport> {}

/** One statement, and so one transaction. Nothing of it is audited. Values: the results and the done lanes as JSON, the worker, now. */
const RECORD: Statement = {
  name: 'webhook-deliveries.record',
  text: `
    with result as (
      select * from json_to_recordset($1)
        as r (id bigint, status text, outcome text, attempt jsonb, "nextAttemptAt" timestamptz)
    ), recorded as (
      update webhook_deliveries d
      set status = r.status, attempts = d.attempts || r.attempt, next_attempt_at = r."nextAttemptAt", is_first = false
      from result r where d.id = r.id and d.status = 'pending'
    ), counted as (
      insert into webhook_attempts as t (outcome, attempts)
      select outcome, count(*) from result group by outcome order by outcome
      on conflict (outcome) do update set attempts = t.attempts + excluded.attempts
    ), lane as (
      select "webhookId" as webhook_id, "isFirst" as is_first, "hasSucceeded" as has_succeeded, position
      from json_to_recordset($2) as l ("webhookId" int, "isFirst" boolean, "hasSucceeded" boolean, position bigint)
    ), released as (
      update webhook_lanes l set worker = null, leased_until = null, position = coalesce(lane.position, l.position)
      from lane where l.webhook_id = lane.webhook_id and l.is_first = lane.is_first and l.worker = $3
    )
    update webhooks w set failing_since = case when s.has_succeeded then null else $4::timestamptz end
    from (
      select webhook_id, bool_or(has_succeeded) as has_succeeded from lane where has_succeeded is not null group by webhook_id
    ) s
    where w.id = s.webhook_id and s.has_succeeded = (w.failing_since is not null)`,
};

interface Batch {
  readonly results: AttemptResult[];
  readonly lanes: DoneLane[];
  readonly isWritten: Promise<void>;
}

/** Records attempts and releases lanes. What comes in while one statement runs goes out together with the next one. */
@Injectable()
export class DeliveryRecord {
  private next: Batch | undefined;
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly leases: LaneLeases,
    private readonly clock: Clock,
  ) {}

  async add({ id, failed }: DueDelivery, { outcome, isGone, attempt }: Attempted): Promise<void> {
    const batch = this.batch();
    const delay = isGone || FINAL.includes(outcome) ? undefined : DELAYS_MS[failed];
    const isOver = outcome === 'delivered' || delay === undefined;
    const nextAttemptAt = isOver ? undefined : new Date(this.clock.now() + delay);
    const status = outcome === 'delivered' ? 'delivered' : isOver ? 'failed' : 'pending';
    batch.results.push({ id, status, outcome, attempt, nextAttemptAt });
    await batch.isWritten;
  }

  async release(lane: DoneLane): Promise<void> {
    const batch = this.batch();
    batch.lanes.push(lane);
    await batch.isWritten;
  }

  private batch(): Batch {
    if (this.next !== undefined) return this.next;
    const isWritten = this.last.then(() => this.write());
    this.last = isWritten.catch(() => undefined);
    return (this.next = { results: [], lanes: [], isWritten });
  }

  private async write(): Promise<void> {
    const { results = [], lanes = [] } = this.next ?? {};
    this.next = undefined;
    const values = [
      JSON.stringify(results),
      JSON.stringify(lanes),
      this.leases.worker,
      new Date(this.clock.now()),
    ];
    await this.database.rows(RECORD, values);
  }
}
