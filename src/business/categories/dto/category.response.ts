import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import type { Category } from '../category.entity';
import { inKeyOrder } from '../../../platform/metadata/metadata';
import { FLAG, INTEGER, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { METADATA } from '../../../platform/metadata/metadata-fields';

/** A category (docs/reference/business.md). */
export class CategoryResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  name: answered(TEXT, { example: 'Hair' }),
  description: answered(orNull(TEXT), { example: 'Cuts, colours and care' }),
  color: answered(orNull(TEXT), { example: '#1E90FF', description: '`#RRGGBB`, upper case' }),
  active: answered(FLAG, { example: true }),
  metadata: METADATA,
}) {
  static readonly of = toCategoryResponse;
}

export function toCategoryResponse(category: ReadRow<Category>): CategoryResponse {
  return {
    id: category.id,
    name: category.name,
    description: category.description,
    color: category.color,
    active: category.active,
    metadata: inKeyOrder(category.metadata),
  };
}
