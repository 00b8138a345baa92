import type { Statement } from '../../platform/database/database';
import { unread } from '../../platform/audit-trail/trail-cursor.statements';

/** Value: the webhook. */
export const INSERT_LANES: Statement = {
  name: 'webhooks.insert-lanes',
  text: 'insert into webhook_lanes (webhook_id, is_first) values ($1, true), ($1, false)',
};

/** Lets a webhook begin with what is committed from now on: leaves out what is committed, but not numbered yet. Value: the webhook. */
export const BEGIN_NOW: Statement = {
  name: 'webhooks.begin-now',
  text: `
    update webhooks set leaves_out = (
      select coalesce(range_agg(int8range(b.id, b.id, '[]')), '{}') from event_numbering n, lateral (${unread('all')}) b
    ) where id = $1`,
};

/** Makes all webhooks skip what a transaction has written; no other one has its context. Values: via, the id of the request. */
export const LEAVE_OUT: Statement = {
  name: 'webhooks.leave-out',
  text: `
    update webhooks set leaves_out = leaves_out + (
      select coalesce(range_agg(int8range(b.id, b.id, '[]')), '{}') from event_numbering n, lateral (${unread('all')}) b
      where b.via = $1 and b.request_id = $2
    )`,
};

export const COUNT: Statement = {
  name: 'webhooks.count',
  text: 'select count(*)::int as count from webhooks',
};

/** Values: the webhook, the new secret, the end of the previous one, now. */
export const ROTATE: Statement = {
  name: 'webhooks.rotate',
  text: `
    update webhooks
    set previous_secret = secret, previous_secret_ends_at = $3, secret = $2, updated_at = $4
    where id = $1`,
};

/** Deactivates a webhook that is active. Values: the webhook, the reason, now. */
export const DEACTIVATE: Statement = {
  name: 'webhooks.deactivate',
  text: `
    update webhooks set active = false, deactivated_reason = $2, updated_at = $3
    where id = $1 and active
    returning url`,
};
