import { holding } from '../../../platform/http/hiding/hidden-members';
import { formatInstant } from '../../../platform/time/instant-text';
import { EVENT_RESOURCES, EVENT_TYPES, PATH_NAMES, TYPE_PATTERNS } from '../event-types';
import { IN_EVENTS } from '../views';
import type { EventRow } from '../event.entity';
import { INSTANT, LONG, OBJECT, orNull } from '../../../platform/http/validation/shapes';
import {
  answered,
  AnswerOf,
  sometimesAnswered,
  InputOf,
  optional,
} from '../../../platform/http/validation/members';
import { oneOf, oneOfSpelled } from '../../../platform/http/validation/text-types';
import type { Shape, FieldType } from '../../../platform/http/validation/field-type';
import { CHANGE_SOURCE, VIAS } from '../../../platform/vias';
import type { WriteReason } from '../../../platform/database/write-context';
import type { JsonObject } from '../../../platform/values/json-object';
import { DEFAULT_LENGTH, MAX_LENGTH } from '../../../platform/database/reads/page-window';
import { plainNumber } from '../../../platform/http/validation/number-types';
import { queryInteger, numberOrUuid, queryWords } from '../../../platform/http/validation/query-types';

/** The resources of events by their names in paths. */
const BY_PATH = Object.fromEntries(Object.entries(PATH_NAMES).map(([resource, path]) => [path, resource]));

/** Which events a list or a stream has. An absent filter matches all. */
export class EventFilterQuery extends InputOf({
  types: optional(queryWords(TYPE_PATTERNS), {
    example: 'appointment.*,hold.expired',
    description: 'Only these types; `appointment.*` stands for all types of appointments',
  }),
  resource: optional(oneOfSpelled(EVENT_RESOURCES, BY_PATH), {
    description: 'Only events of this resource, named as in events or as in paths',
  }),
  resourceId: optional(numberOrUuid(), {
    example: '1',
    description: 'Only events of the resource with this id: a number, or the UUID of a hold',
  }),
}) {}

/** The value of `after` that stands for the newest event. */
export const LATEST = 'latest';

/** What to read of the events (docs/reference/events.md). */
export class EventListQuery extends InputOf(EventFilterQuery, {
  after: optional(cursor(), {
    description:
      'Only events after this one: an id, or `latest` to begin with what happens next. Without it, from the oldest that is kept',
  }),
  length: optional(
    {
      ...queryInteger(1, Number.MAX_SAFE_INTEGER),
      schema: { type: 'integer', minimum: 1, maximum: MAX_LENGTH },
    },
    { default: DEFAULT_LENGTH, description: 'The most events to answer; above 100 counts as 100' },
  ),
}) {}

function cursor(): FieldType<number | typeof LATEST> {
  return {
    schema: { type: 'string', pattern: `^(${LATEST}|0|[1-9][0-9]{0,15})$`, example: '0' },
    clean: (value) => (typeof value === 'string' ? (plainNumber(value) ?? value) : value),
    fault: (value) =>
      typeof value === 'number' || value === LATEST ? undefined : `must be the id of an event, or ${LATEST}`,
  };
}

const REASONS: Readonly<Record<WriteReason, true>> = { zone_rules: true };

const NUMBER_OR_UUID: Shape<number | string> = {
  schema: { type: Object, oneOf: [{ type: 'integer' }, { type: 'string', format: 'uuid' }] },
};

/** A change of a resource (docs/reference/events.md). Its time has the offset of the business's zone. */
export class EventResponse extends AnswerOf({
  id: answered(LONG, { example: 1, description: 'Rises in the order in which the changes were committed' }),
  type: answered(oneOf(EVENT_TYPES), { example: 'appointment.moved' }),
  occurredAt: answered(INSTANT, { example: '2026-11-20T14:05:11Z' }),
  resource: answered(oneOf(EVENT_RESOURCES), { example: 'appointment' }),
  resourceId: answered(NUMBER_OR_UUID, {
    example: 1,
    description: 'The id of the resource: a UUID for a hold, an integer for all others',
  }),
  data: holding(
    IN_EVENTS,
    answered(OBJECT, {
      example: { id: 1, start: '2026-12-01T10:00:00Z', end: '2026-12-01T10:45:00Z', status: 'confirmed' },
      description:
        'The resource as its GET showed it after the change; before it, for a deletion. That of time off and special hours also names its owner. Empty when the audit trail cannot be read',
    }),
  ),
  previous: holding(
    IN_EVENTS,
    answered(orNull(OBJECT), {
      example: { start: '2026-12-01T09:00:00Z', end: '2026-12-01T09:45:00Z' },
      description: 'The members of `data` that changed, as they were; null for a creation and a deletion',
    }),
  ),
  via: answered(oneOf(VIAS), {
    example: 'api',
    description: 'The way by which the change came, as in the audit trail',
  }),
  ...CHANGE_SOURCE,
  reason: sometimesAnswered(oneOf(Object.keys(REASONS)), {
    example: 'zone_rules',
    description:
      '`zone_rules`: new rules of clocks have moved what keeps its wall clock. Left out of all other events',
  }),
}) {}

/** What the response shows of the resource. */
interface Content {
  readonly data: JsonObject;
  readonly previous: JsonObject | null;
  /** IANA name of the business's zone. */
  readonly zone: string;
}

export function toEventResponse(event: EventRow, { data, previous, zone }: Content): EventResponse {
  return {
    id: event.id,
    type: event.type,
    occurredAt: formatInstant(event.occurredAt.getTime(), zone),
    resource: event.resource,
    resourceId: event.resource === 'hold' ? event.resourceId : Number(event.resourceId),
    data,
    previous,
    via: event.via,
    userId: event.userId,
    apiKeyId: event.apiKeyId,
    tokenId: event.tokenId,
    requestId: event.requestId,
    ...(event.reason !== null && { reason: event.reason }),
  };
}
