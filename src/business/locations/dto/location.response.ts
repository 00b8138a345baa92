import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import type { Location } from '../location.entity';
import { inKeyOrder } from '../../../platform/metadata/metadata';
import { FLAG, INTEGER, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { METADATA } from '../../../platform/metadata/metadata-fields';

/** A location (docs/reference/business.md). */
export class LocationResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  name: answered(TEXT, { example: 'Main Street' }),
  address: answered(orNull(TEXT), { example: '12 Main Street, 10115 Berlin' }),
  is_primary: answered(FLAG, { example: true, description: 'At most one location is the primary one' }),
  metadata: METADATA,
}) {
  static readonly of = toLocationResponse;
}

/** A location as it is shown without a key. */
export class PublicLocationResponse extends IntersectionType(
  OmitType(LocationResponse, ['metadata']),
  PartialType(PickType(LocationResponse, ['metadata'])),
) {
  static readonly of = toPublicLocationResponse;
}

export function toLocationResponse(location: ReadRow<Location>): LocationResponse {
  return Object.assign(toPublicLocationResponse(location), { metadata: inKeyOrder(location.metadata) });
}

export function toPublicLocationResponse(location: ReadRow<Location>): Omit<LocationResponse, 'metadata'> {
  return {
    id: location.id,
    name: location.name,
    address: location.address,
    is_primary: location.isPrimary,
  };
}
