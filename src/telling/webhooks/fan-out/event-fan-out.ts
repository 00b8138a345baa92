import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import { Database, type Statement } from '../../../platform/database/database';
import type { RecordedEvent } from '../../events/numbered-event';

/** Ids rise in the order of the events. The lock keeps a webhook from being deleted meanwhile. Values: the events as JSON, now. */
const FAN_OUT: Statement = {
  name: 'webhooks.fan-out',
  text: `
    with receiver as materialized (
      select id, types, leaves_out from webhooks where active for key share
    )
    insert into webhook_deliveries (webhook_id, event_id, type, subject, is_first, next_attempt_at, created_at)
    select r.id, e.id, e.type, e.resource || ' ' || e.resource_id, true, $2, $2
    from json_to_recordset($1) as e (id bigint, type text, resource text, resource_id text, entry_id bigint), receiver r
    where (r.types is null or r.types && array[e.type, split_part(e.type, '.', 1) || '.*']) and not e.entry_id <@ r.leaves_out
    order by e.id, r.id`,
};

/** Queues a delivery for each event and each active webhook of its type, in the transaction that numbers the events. */
@Injectable()
export class EventFanOut {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param events at most 1,000, in the order of their ids */
  async queue(tx: EntityManager, events: readonly RecordedEvent[]): Promise<void> {
    const now = new Date(this.clock.now());
    await this.database.rows(FAN_OUT, [JSON.stringify(events.map(toRecord)), now], tx);
  }
}

function toRecord({ id, type, resource, resourceId, entryIds }: RecordedEvent): object {
  return { id, type, resource, resource_id: resourceId, entry_id: entryIds[0] };
}
