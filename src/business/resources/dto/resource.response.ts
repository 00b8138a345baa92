import { ApiProperty } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import type { Resource } from '../resource.entity';
import { inKeyOrder, type Metadata } from '../../../platform/metadata/metadata';
import { ApiMetadata } from '../../../platform/metadata/metadata-fields';

/** A room, a chair or a piece of equipment (docs/reference/business.md). */
export class ResourceResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ example: 'Treatment room 1' })
  name: string;

  @ApiProperty({ example: 'room' })
  kind: string;

  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'null: it belongs to none' })
  locationId: number | null;

  @ApiProperty({ example: true })
  active: boolean;

  @ApiMetadata()
  metadata: Metadata;

  @ApiProperty({
    format: 'date-time',
    example: '2026-11-20T14:05:11Z',
    description: 'In the zone of the business',
  })
  createdAt: string;

  static readonly of = toResourceResponse;
}

export function toResourceResponse(resource: Resource, zone: string): ResourceResponse {
  return {
    id: resource.id,
    name: resource.name,
    kind: resource.kind,
    locationId: resource.locationId,
    active: resource.active,
    metadata: inKeyOrder(resource.metadata),
    createdAt: formatInstant(resource.createdAt.getTime(), zone),
  };
}
