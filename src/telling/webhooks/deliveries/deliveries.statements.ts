import type { Statement } from '../../../platform/database/database';
import { TEST } from './delivery-status';

/** Locks a webhook against its deletion and deactivation. Value: the webhook. */
export const LOCK_WEBHOOK: Statement = {
  name: 'webhook-deliveries.lock-webhook',
  text: 'select active, types from webhooks where id = $1 for no key update',
};

/** Values: the webhook, now. */
export const INSERT_TEST: Statement = {
  name: 'webhook-deliveries.insert-test',
  text: `
    insert into webhook_deliveries (webhook_id, type, subject, is_first, next_attempt_at, created_at)
    values ($1, '${TEST}', '${TEST}', false, $2, $2)
    returning id::float8 as id`,
};

/** Sends an event again, as a delivery of its own. Values: the webhook, the delivery, now. */
export const INSERT_AGAIN: Statement = {
  name: 'webhook-deliveries.insert-again',
  text: `
    insert into webhook_deliveries (webhook_id, event_id, type, subject, repeats_id, is_first, next_attempt_at, created_at)
    select d.webhook_id, d.event_id, d.type, d.subject, coalesce(d.repeats_id, d.id), false, $3, $3
    from webhook_deliveries d where d.webhook_id = $1 and d.id = $2
    returning id::float8 as id`,
};

/** Deletes some deliveries of deleted webhooks; one index probe finds each of those webhooks. Value: how many. */
export const DELETE_ORPHANED: Statement = {
  name: 'webhook-deliveries.delete-orphaned',
  text: `
    with recursive had as (
      (select webhook_id from webhook_deliveries order by webhook_id limit 1)
      union all
      select (select d.webhook_id from webhook_deliveries d where d.webhook_id > had.webhook_id order by d.webhook_id limit 1)
      from had where had.webhook_id is not null
    )
    delete from webhook_deliveries where id = any (array(
      select d.id from had cross join lateral (
        select id from webhook_deliveries where webhook_id = had.webhook_id order by id limit $1
      ) d
      where not exists (select from webhooks w where w.id = had.webhook_id)
      limit $1
    ))
    returning 1`,
};

/** Deletes some of the oldest deliveries before a moment. Values: the moment, how many. */
export const DELETE_OLD: Statement = {
  name: 'webhook-deliveries.delete-old',
  text: `
    delete from webhook_deliveries
    where created_at < $1 and id in (select id from webhook_deliveries order by id limit $2)
    returning 1`,
};
