import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import {
  answered,
  AnswerOf,
  InputOf,
  optional,
  required,
  sometimes,
} from '../../../platform/http/validation/members';
import { flag } from '../../../platform/http/validation/number-types';
import { INTEGER, orNull } from '../../../platform/http/validation/shapes';
import { color, freeText, MAX_NAME, MAX_NOTES, text } from '../../../platform/http/validation/text-types';
import { inKeyOrder } from '../../../platform/metadata/metadata';
import { METADATA, metadataFilters, PatchOf } from '../../../platform/metadata/metadata-fields';
import { extended } from '../../../platform/values/quick-objects';
import type { Category } from '../category.entity';

const MEMBERS = {
  id: answered(INTEGER, { example: 1 }),
  name: required(text(MAX_NAME), { example: 'Hair' }),
  description: optional(orNull(freeText(MAX_NOTES)), { example: 'Cuts, colours and care' }),
  color: optional(orNull(color()), {
    example: '#1E90FF',
    description: '`#RGB` or `#RRGGBB`, any case; returned as `#RRGGBB` in upper case',
    answer: { description: '`#RRGGBB`, upper case' },
  }),
  active: optional(flag(), { default: true }),
  metadata: METADATA,
};

/** Body of POST and PUT (docs/reference/business.md). */
export class CategoryWrite extends InputOf(MEMBERS) {}

export class CategoryPatch extends PatchOf(MEMBERS) {}

export class CategoryResponse extends AnswerOf(MEMBERS) {
  static readonly of = toCategoryResponse;
}

/** A category as it is shown where only what is public is. */
export class PublicCategoryResponse extends AnswerOf(sometimes(MEMBERS, ['metadata'])) {
  static readonly of = toPublicCategoryResponse;
}

export function toCategoryResponse(category: ReadRow<Category>): CategoryResponse {
  return extended(toPublicCategoryResponse(category), { metadata: inKeyOrder(category.metadata) });
}

function toPublicCategoryResponse(category: ReadRow<Category>): Omit<CategoryResponse, 'metadata'> {
  return {
    id: category.id,
    name: category.name,
    description: category.description,
    color: category.color,
    active: category.active,
  };
}

export const CATEGORY_SORTS = ['id', 'name', 'active', 'createdAt'] as const;
export type CategorySort = (typeof CATEGORY_SORTS)[number];

export class CategoryListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(CATEGORY_SORTS), { default: 'name:asc' }),
  q: optional(searchText(), { description: 'Words to find in name and description' }),
  metadata: metadataFilters({ isPublic: true }),
}) {}
