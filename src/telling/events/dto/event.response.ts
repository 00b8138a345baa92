import { ApiProperty } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import { EVENT_RESOURCES, EVENT_TYPES, type EventResource, type EventType } from '../event-types';
import type { EventRow } from '../reading/event.queries';

type Members = Readonly<Record<string, unknown>>;

/** A change of a resource (docs/reference/events.md). Its time has the offset of the business's zone. */
export class EventResponse {
  @ApiProperty({
    type: 'integer',
    format: 'int64',
    example: 1,
    description: 'Rises in the order in which the changes were committed',
  })
  id: number;

  @ApiProperty({ enum: EVENT_TYPES, example: 'appointment.moved' })
  type: EventType;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:05:11Z' })
  occurredAt: string;

  @ApiProperty({ enum: EVENT_RESOURCES, example: 'appointment' })
  resource: EventResource;

  @ApiProperty({
    oneOf: [{ type: 'integer' }, { type: 'string', format: 'uuid' }],
    example: 1,
    description: 'The id of the resource: a UUID for a hold, an integer for all others',
  })
  resourceId: number | string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { id: 1, start: '2026-12-01T10:00:00Z', end: '2026-12-01T10:45:00Z', status: 'confirmed' },
    description:
      'The resource as its GET showed it after the change; before it, for a deletion. That of time off and special hours also names its owner. Empty when the audit trail cannot be read',
  })
  data: Members;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: { start: '2026-12-01T09:00:00Z', end: '2026-12-01T09:45:00Z' },
    description: 'The members of `data` that changed, as they were; null for a creation and a deletion',
  })
  previous: Members | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 1,
    description: 'The user of the API key; null if the change came without a key',
  })
  userId: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1 })
  apiKeyId: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '6f1c8a1e-6a53-4c52-9f0a-3f4d1be2c9a7',
    description: 'The `X-Request-Id` of the request. All changes of one request have the same',
  })
  requestId: string | null;
}

/** What the response shows of the resource. */
interface Content {
  readonly data: Members;
  readonly previous: Members | null;
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
    userId: event.userId,
    apiKeyId: event.apiKeyId,
    requestId: event.requestId,
  };
}
