import { ApiProperty, IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import type { Location } from '../location.entity';
import { inKeyOrder, type Metadata } from '../../../platform/metadata/metadata';
import { ApiMetadata } from '../../../platform/metadata/metadata-fields';

/** A location (docs/reference/business.md). */
export class LocationResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ example: 'Main Street' })
  name: string;

  @ApiProperty({ type: String, nullable: true, example: '12 Main Street, 10115 Berlin' })
  address: string | null;

  @ApiProperty({ example: true, description: 'At most one location is the primary one' })
  is_primary: boolean;

  @ApiMetadata()
  metadata: Metadata;

  static readonly of = toLocationResponse;
}

/** A location as it is shown without a key. */
export class PublicLocationResponse extends IntersectionType(
  OmitType(LocationResponse, ['metadata']),
  PartialType(PickType(LocationResponse, ['metadata'])),
) {
  static readonly of = toPublicLocationResponse;
}

export function toLocationResponse(location: Location): LocationResponse {
  return Object.assign(toPublicLocationResponse(location), { metadata: inKeyOrder(location.metadata) });
}

export function toPublicLocationResponse(location: Location): Omit<LocationResponse, 'metadata'> {
  return {
    id: location.id,
    name: location.name,
    address: location.address,
    is_primary: location.isPrimary,
  };
}
