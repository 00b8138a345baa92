import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import type { Sort } from '../../../platform/database/reads/order-by';
import { Field } from '../../../platform/http/validation/field';
import type { Metadata } from '../../../platform/metadata/metadata';
import { MetadataFilter } from '../../../platform/metadata/metadata-fields';

export const LOCATION_SORTS = ['id', 'name', 'createdAt'] as const;
export type LocationSort = (typeof LOCATION_SORTS)[number];

/** Without `length` the list comes whole, in one page (docs/reference/business.md). */
export class LocationListQuery extends PageQuery {
  @Field(sortBy(LOCATION_SORTS), { optional: true, default: 'id:asc' })
  sort?: Sort<LocationSort>;

  @MetadataFilter({ isPublic: true })
  metadata?: Metadata;
}
