import type { Statement } from '../../../platform/database/database';
import type { AuditedRow } from '../../../platform/database/audited-row';
import type { EventResource, EventType } from '../event-types';

/** An audit entry of an event. */
export interface EventEntry {
  readonly id: number;
  /** As in the audit trail. */
  readonly resource: string;
  readonly resourceId: number;
  readonly before: AuditedRow | null;
  readonly after: AuditedRow | null;
}

/** An event with the audit entries that it is made of. */
export interface EventRow {
  readonly id: number;
  readonly type: EventType;
  readonly resource: EventResource;
  readonly resourceId: string;
  readonly occurredAt: Date;
  readonly userId: number | null;
  readonly apiKeyId: number | null;
  readonly requestId: string | null;
  /** By id. */
  readonly entries: readonly EventEntry[];
}

/** Some events, by id. Value: their ids. */
export const READ_EVENTS: Statement = {
  name: 'events.read-some',
  text: `
    select e.id::float8 as id, e.type, e.resource, e.resource_id as "resourceId", e.occurred_at as "occurredAt",
      first.user_id as "userId", first.api_key_id as "apiKeyId", first.request_id as "requestId",
      (select json_agg(json_build_object('id', a.id, 'resource', a.resource, 'resourceId', a.resource_id,
          'before', a.before, 'after', a.after) order by a.id)
        from audit_entries a where a.id = any (e.entry_ids)) as entries
    from events e join audit_entries first on first.id = e.entry_ids[1]
    where e.id = any ($1)
    order by e.id`,
};
