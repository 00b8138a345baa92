import { formatInstant } from '../../../platform/time/instant-text';
import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import type { Resource } from '../resource.entity';
import { inKeyOrder } from '../../../platform/metadata/metadata';
import { FLAG, INSTANT, INTEGER, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { METADATA } from '../../../platform/metadata/metadata-fields';

/** A room, a chair or a piece of equipment (docs/reference/business.md). */
export class ResourceResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  name: answered(TEXT, { example: 'Treatment room 1' }),
  kind: answered(TEXT, { example: 'room' }),
  locationId: answered(orNull(INTEGER), { example: 1, description: 'null: it belongs to none' }),
  active: answered(FLAG, { example: true }),
  metadata: METADATA,
  createdAt: answered(INSTANT, {
    example: '2026-11-20T14:05:11Z',
    description: 'In the zone of the business',
  }),
}) {
  static readonly of = toResourceResponse;
}

export function toResourceResponse(resource: ReadRow<Resource>, zone: string): ResourceResponse {
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
