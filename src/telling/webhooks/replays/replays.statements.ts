import type { Statement } from '../../../platform/database/database';

/** How many deliveries one round writes for a webhook, and at how many that wait it writes no more. */
const BATCH = 100;
const MOST_WRITTEN = 500;

/** The deliveries that replays have written and that are not settled, of the webhook `id`; at most `most`. */
const written = (id: string, most: number) => `
  (select count(*) from (
    select from webhook_deliveries d where d.webhook_id = ${id} and d.status = 'pending' and d.replay_id is not null limit ${most}
  ) d)`;

/** How many events replays are still to send to a webhook; more than `most` are not counted to the end. Value: the webhook. */
export const countPending = (most: number): Statement => ({
  name: 'webhook-replays.count',
  text: `
    select (${written('$1', most)} +
      coalesce((select sum(events_left) from webhook_replays where webhook_id = $1), 0))::int as pending`,
});

/** Values: the webhook, the event after which it begins, the last one, their types, how many. */
export const INSERT_REPLAY: Statement = {
  name: 'webhook-replays.insert',
  text: `
    insert into webhook_replays (webhook_id, after_event, last_event, types, events_left)
    select $1, $2, $3, $4, $5 where $5 > 0`,
};

/**
 * Writes the next deliveries of the oldest replay of each active webhook that has few of them left: a few at a time, so that a replay
 * neither fills the queue nor delays other deliveries. A replay that has no further event is over. Value: now.
 */
export const WRITE_NEXT: Statement = {
  name: 'webhook-replays.write-next',
  readsQueue: true,
  text: `
    with replay as materialized (
      select r.* from webhook_replays r join webhooks w on w.id = r.webhook_id
      where w.active
        and not exists (select from webhook_replays o where o.webhook_id = r.webhook_id and o.id < r.id)
        and ${written('r.webhook_id', MOST_WRITTEN)} <= ${MOST_WRITTEN - BATCH}
      for no key update of r skip locked
    ), next as materialized (
      select r.id as replay_id, r.webhook_id, e.* from replay r cross join lateral (
        select e.* from unnest(r.types) t(type) cross join lateral (
          select e.id, e.type, e.resource, e.resource_id from events e
          where e.type = t.type and e.id > r.after_event and e.id <= r.last_event order by e.id limit ${BATCH}
        ) e
        order by e.id limit ${BATCH}
      ) e
    ), reached as (
      select r.id, count(next.id)::int as events, max(next.id) as event from replay r left join next on next.replay_id = r.id group by r.id
    ), ended as (
      delete from webhook_replays r using reached where r.id = reached.id and reached.events < ${BATCH}
    ), advanced as (
      update webhook_replays r set after_event = reached.event, events_left = greatest(r.events_left - reached.events, 0)
      from reached where r.id = reached.id and reached.events = ${BATCH}
    )
    insert into webhook_deliveries (webhook_id, event_id, type, subject, is_first, replay_id, next_attempt_at, created_at)
    select webhook_id, id, type, resource || ' ' || resource_id, false, replay_id, $1, $1 from next order by id
    returning 1`,
};
