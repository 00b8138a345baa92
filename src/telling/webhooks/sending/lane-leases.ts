import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Database, type Statement } from '../../../platform/database/database';

/** New events of one webhook, or its other deliveries. One worker sends them at a time. */
export interface LaneKey {
  readonly webhookId: number;
  readonly isFirst: boolean;
}

/** A delivery that is to be sent now. */
export interface DueDelivery {
  readonly id: number;
  /** Null: a `webhook.test`. */
  readonly eventId: number | null;
  /** Deliveries of one subject are sent one after the other. */
  readonly subject: string;
  /** The same in every attempt and redelivery. */
  readonly messageId: string;
  /** A replay has written it: it waits for everything else of its webhook. */
  readonly isReplay: boolean;
  /** How many attempts have failed. */
  readonly failed: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** What a worker is to send to a webhook. */
export interface Lane extends LaneKey {
  readonly url: string;
  /** The newest first. */
  readonly secrets: readonly string[];
  readonly failingSince: Date | null;
  readonly deliveries: readonly DueDelivery[];
}

/** How many deliveries a lane takes at a time. */
const BATCH = { first: 100, later: 10 };

/** Longer than `SENDING_MS` and one attempt. Frees the lanes of a worker that dies. By the clock of the database, which all share. */
const LEASE_S = 60;

/** Ids rise in the order in which the deliveries became visible, so none is missed behind the position. */
const IS_FIRST = `d.webhook_id = l.webhook_id and d.id > l.position and d.status = 'pending' and d.is_first`;
const WAITS = `d.webhook_id = l.webhook_id and d.status = 'pending' and not d.is_first`;
const IS_LATER = `${WAITS} and d.next_attempt_at <= $1`;

/** SQL: when the next delivery is due whose lane can be leased then. */
export const NEXT_DELIVERY = `
  select min(greatest(l.leased_until, next.at)) from webhook_lanes l join webhooks w on w.id = l.webhook_id and w.active
  cross join lateral (
    (select d.next_attempt_at as at from webhook_deliveries d where l.is_first and ${IS_FIRST} order by d.id limit 1)
    union all
    (select d.next_attempt_at from webhook_deliveries d where not l.is_first and ${WAITS} order by d.next_attempt_at limit 1)
  ) next`;

/** Takes every free lane in which something is due. Values: now, the worker. */
const LEASE: Statement = {
  name: 'webhook-lanes.lease',
  readsQueue: true,
  text: `
    with due as materialized (
      select l.webhook_id, l.is_first from webhook_lanes l join webhooks w on w.id = l.webhook_id
      where w.active and (l.leased_until is null or l.leased_until < now())
        and case when l.is_first then exists (select from webhook_deliveries d where ${IS_FIRST})
          else exists (select from webhook_deliveries d where ${IS_LATER}) end
      for update of l skip locked
    )
    update webhook_lanes l set worker = $2, leased_until = now() + interval '${LEASE_S} s'
    from due where l.webhook_id = due.webhook_id and l.is_first = due.is_first
    returning l.webhook_id as "webhookId", l.is_first as "isFirst"`,
};

/**
 * The due deliveries of some lanes. A statement of its own behind LEASE, so that it sees what the previous worker recorded before it
 * released a lane. Values: now, the webhooks, whether each lane is the first one.
 */
const TAKE: Statement = {
  name: 'webhook-lanes.take',
  readsQueue: true,
  text: `
    select l.webhook_id as "webhookId", l.is_first as "isFirst", w.url, w.failing_since as "failingSince",
      array_remove(array[w.secret, case when w.previous_secret_ends_at > $1 then w.previous_secret end], null) as secrets,
      coalesce((
        select json_agg(json_build_object('id', d.id, 'eventId', d.event_id, 'subject', d.subject,
          'messageId', concat_ws('_', 'msg', replace(i.uuid::text, '-', ''), w.id,
            coalesce(d.event_id::text, 'test' || coalesce(d.repeats_id, d.id))),
          'isReplay', d.replay_id is not null, 'failed', jsonb_array_length(d.attempts), 'createdAt', d.created_at) order by d.n)
        from (
          (select d.*, row_number() over (order by d.id) as n from webhook_deliveries d
            where l.is_first and ${IS_FIRST} order by d.id limit ${BATCH.first})
          union all
          (select d.*, row_number() over (order by d.next_attempt_at, d.id) as n from webhook_deliveries d
            where not l.is_first and ${IS_LATER} and d.replay_id is null order by d.next_attempt_at, d.id limit ${BATCH.later})
          union all
          (select d.*, ${BATCH.later} + row_number() over (order by d.next_attempt_at, d.id) as n from webhook_deliveries d
            where not l.is_first and ${IS_LATER} and d.replay_id is not null order by d.next_attempt_at, d.id limit ${BATCH.later})
        ) d
      ), '[]') as deliveries
    from unnest($2::int[], $3::boolean[]) as leased(webhook_id, is_first) join webhook_lanes l using (webhook_id, is_first)
    join webhooks w on w.id = l.webhook_id and w.active
    cross join instance i`,
};

/** Leases lanes, so that one worker at a time sends to a webhook. */
@Injectable()
export class LaneLeases {
  /** This process. */
  readonly worker = randomUUID();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Leases every free lane in which something is due, and reads some of it. */
  async take(): Promise<Lane[]> {
    const now = new Date(this.clock.now());
    const leased = await this.database.rows<LaneKey>(LEASE, [now, this.worker]);
    if (leased.length === 0) return [];
    const keys = [leased.map(({ webhookId }) => webhookId), leased.map(({ isFirst }) => isFirst)];
    const lanes = await this.database.rows<Lane>(TAKE, [now, ...keys]);
    const isTaken = (key: LaneKey) =>
      lanes.some(({ webhookId, isFirst }) => webhookId === key.webhookId && isFirst === key.isFirst);
    return [...lanes, ...leased.filter((key) => !isTaken(key)).map(empty)];
  }
}

/** The webhook was deactivated or deleted since it was leased. */
function empty(key: LaneKey): Lane {
  return { ...key, url: '', secrets: [], failingSince: null, deliveries: [] as DueDelivery[] };
}
