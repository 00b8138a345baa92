import { ApiProperty } from '@nestjs/swagger';
import type { Category } from '../category.entity';
import { inKeyOrder, type Metadata } from '../../../platform/metadata/metadata';
import { ApiMetadata } from '../../../platform/metadata/metadata-fields';

/** A category (docs/reference/business.md). */
export class CategoryResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ example: 'Hair' })
  name: string;

  @ApiProperty({ type: String, nullable: true, example: 'Cuts, colours and care' })
  description: string | null;

  @ApiProperty({ type: String, nullable: true, example: '#1E90FF', description: '`#RRGGBB`, upper case' })
  color: string | null;

  @ApiProperty({ example: true })
  active: boolean;

  @ApiMetadata()
  metadata: Metadata;

  static readonly of = toCategoryResponse;
}

export function toCategoryResponse(category: Category): CategoryResponse {
  return {
    id: category.id,
    name: category.name,
    description: category.description,
    color: category.color,
    active: category.active,
    metadata: inKeyOrder(category.metadata),
  };
}
