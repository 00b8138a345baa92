import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { answered, AnswerOf, InputOf, optional, required } from '../../../platform/http/validation/members';
import { flag, id } from '../../../platform/http/validation/number-types';
import { queryFlag, queryId } from '../../../platform/http/validation/query-types';
import { INSTANT, INTEGER, orNull } from '../../../platform/http/validation/shapes';
import { MAX_KIND, MAX_NAME, text, word } from '../../../platform/http/validation/text-types';
import { inKeyOrder } from '../../../platform/metadata/metadata';
import { METADATA, metadataFilters, PatchOf } from '../../../platform/metadata/metadata-fields';
import { formatInstant } from '../../../platform/time/instant-text';
import type { Resource } from '../resource.entity';

const MEMBERS = {
  id: answered(INTEGER, { example: 1 }),
  name: required(text(MAX_NAME), { example: 'Treatment room 1' }),
  kind: required(word(MAX_KIND), {
    example: 'room',
    description: 'A word of your own. Services name the kinds that they need',
  }),
  locationId: optional(orNull(id('locations')), {
    example: 1,
    description: 'An existing location; null: it belongs to none',
    answer: { description: 'null: it belongs to none' },
  }),
  active: optional(flag(), { default: true }),
  metadata: METADATA,
  createdAt: answered(INSTANT, {
    example: '2026-11-20T14:05:11Z',
    description: 'In the zone of the business',
  }),
};

/** Body of POST and PUT (docs/reference/business.md). */
export class ResourceWrite extends InputOf(MEMBERS) {}

export class ResourcePatch extends PatchOf(MEMBERS) {}

export class ResourceResponse extends AnswerOf(MEMBERS) {
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

export const RESOURCE_SORTS = ['id', 'name', 'kind', 'createdAt'] as const;
export type ResourceSort = (typeof RESOURCE_SORTS)[number];

export class ResourceListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(RESOURCE_SORTS), { default: 'name:asc' }),
  q: optional(searchText(), { description: 'Words to find in name and kind' }),
  kind: optional(word(MAX_KIND), { description: 'Only the resources of this kind' }),
  locationId: optional(queryId('locations'), { description: 'Only the resources of this location' }),
  active: optional(queryFlag(), { description: 'true: only the active resources; false: only the others' }),
  metadata: metadataFilters(),
}) {}
