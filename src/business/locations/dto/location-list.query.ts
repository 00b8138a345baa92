import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { InputOf, optional } from '../../../platform/http/validation/members';
import { metadataFilters } from '../../../platform/metadata/metadata-fields';

export const LOCATION_SORTS = ['id', 'name', 'createdAt'] as const;
export type LocationSort = (typeof LOCATION_SORTS)[number];

/** Without `length` the list comes whole, in one page (docs/reference/business.md). */
export class LocationListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(LOCATION_SORTS), { default: 'id:asc' }),
  metadata: metadataFilters({ isPublic: true }),
}) {}
