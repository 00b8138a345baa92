import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Statement } from '../../../platform/database/database';
import { RefusedError, ValidationError } from '../../../platform/errors/errors';
import { LATEST } from '../dto/event.dto';
import { EVENT_TYPES, type EventResource, isEventType, resourceOf, typesOf } from '../event-types';

/** Which events. An absent filter matches all. */
export interface EventFilters {
  /** Patterns. */
  readonly types?: readonly string[] | undefined;
  readonly resource?: EventResource | undefined;
  readonly resourceId?: string | undefined;
}

/** Some events after a cursor, and where the next ones begin. */
export interface EventIds {
  readonly ids: readonly number[];
  /** The cursor of what follows. */
  readonly next: number;
  readonly hasMore: boolean;
}

/** Some events, by id. Value: their ids. */
export const READ_EVENTS: Statement = {
  name: 'events.read-some',
  text: `
    select e.id::float8 as id, e.type, e.resource, e.resource_id as "resourceId", e.occurred_at as "occurredAt",
      first.via, first.user_id as "userId", first.api_key_id as "apiKeyId", first.token_id as "tokenId",
      first.request_id as "requestId", first.reason,
      (select json_agg(json_build_object('id', a.id, 'resource', a.resource, 'resourceId', a.resource_id,
          'before', a.before, 'after', a.after) order by a.id)
        from audit_entries a where a.id = any (e.entry_ids)) as entries
    from events e join audit_entries first on first.id = e.entry_ids[1]
    where e.id = any ($1)
    order by e.id`,
};

interface Kept {
  /** The id of the oldest event in the table, or of the next one when it is empty. */
  readonly oldest: number;
  readonly newest: number;
  readonly found: readonly Found[] | null;
}

type Found = readonly [id: number, type: string];

const ALL = 'select id, type from events where id > $1 order by id limit $2';
/** One index scan for each type, so that a rare type does not read all events. Value: the types. */
const OF_TYPES = `
  select e.id, e.type from unnest($3::text[]) t(type)
  cross join lateral (select id, type from events where type = t.type and id > $1 order by id limit $2) e
  order by e.id limit $2`;
/** Values: the types, the resources, the id. */
const OF_RESOURCE = `
  select e.id, e.type from events e
  where e.resource = any ($4) and e.resource_id = $5 and e.type = any ($3) and e.id > $1
  order by e.id limit $2`;

/** The ids of events, and the oldest and newest id, from one snapshot. Values: the cursor, how many, then those of the selection. */
function select(name: string, ids: string): Statement {
  return {
    name: `events.${name}`,
    text: `
      select coalesce((select min(id) from events), n.last_event + 1)::float8 as oldest, n.last_event::float8 as newest,
        (select json_agg(json_build_array(found.id, found.type)) from (${ids}) found) as found
      from event_numbering n`,
  };
}

/** Finds events in the order of their ids. */
@Injectable()
export class EventQueries {
  constructor(private readonly database: Database) {}

  /**
   * @param after a cursor; undefined: from the oldest event that is kept
   * @throws RefusedError when events after the cursor have been deleted, ValidationError when it is none yet
   */
  async after(
    after: number | typeof LATEST | undefined,
    filters: EventFilters,
    length: number,
    tx?: EntityManager,
  ): Promise<EventIds> {
    const cursor = typeof after === 'number' ? after : 0;
    // With one more than requested, the page knows whether there are more.
    const { oldest, newest, found } = await this.read(filters, [cursor, length + 1], tx);
    if (after === LATEST) return { ids: [], next: newest, hasMore: false };
    if (after !== undefined && after > newest)
      throw new ValidationError({ after: 'is not the id of an event' });
    if (after !== undefined && after < oldest - 1) throw new CursorExpiredError();
    return pageOf(found ?? [], length, newest);
  }

  private read(filters: EventFilters, bounds: readonly number[], tx?: EntityManager): Promise<Kept> {
    const { statement, values } = selectionOf(filters);
    return this.database.one<Kept>(statement, [...bounds, ...values], tx);
  }
}

/** A page ends in front of an event that a newer version has numbered: only an instance of that version can show it. */
function pageOf(found: readonly Found[], length: number, newest: number): EventIds {
  const unknown = found.findIndex(([, type]) => !isEventType(type));
  const upTo = unknown === -1 ? length : Math.min(unknown, length);
  const ids = found.slice(0, upTo).map(([id]) => id);
  const first = found[upTo];
  if (first === undefined) return { ids, next: newest, hasMore: false };
  const hasMore = upTo === length;
  return { ids, next: hasMore ? (ids.at(-1) ?? newest) : first[0] - 1, hasMore };
}

/** Some of the events after the cursor have been deleted. */
class CursorExpiredError extends RefusedError {
  constructor() {
    super('Events after this one are no longer kept; begin without after, and read what is there afresh', {
      reason: 'cursor_expired',
    });
  }
}

const SELECT_ALL = select('after', ALL);
const SELECT_OF_TYPES = select('after-of-types', OF_TYPES);
const SELECT_OF_RESOURCE = select('after-of-resource', OF_RESOURCE);

function selectionOf({ types, resource, resourceId }: EventFilters): {
  readonly statement: Statement;
  readonly values: readonly unknown[];
} {
  if (types === undefined && resource === undefined && resourceId === undefined) {
    return { statement: SELECT_ALL, values: [] };
  }
  const selected = (types === undefined ? EVENT_TYPES : typesOf(types)).filter(
    (type) => resource === undefined || resourceOf(type) === resource,
  );
  if (resourceId === undefined) return { statement: SELECT_OF_TYPES, values: [selected] };
  return {
    statement: SELECT_OF_RESOURCE,
    values: [selected, [...new Set(selected.map(resourceOf))], resourceId],
  };
}
