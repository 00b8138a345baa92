import { Field } from '../../../platform/http/validation/field';
import { flag } from '../../../platform/http/validation/number-types';
import { color, freeText, MAX_NAME, MAX_NOTES, text } from '../../../platform/http/validation/text-types';
import type { Metadata } from '../../../platform/metadata/metadata';
import { MetadataField, PatchOf } from '../../../platform/metadata/metadata-fields';

/** Body of POST and PUT (docs/reference/business.md). */
export class CategoryWrite {
  @Field(text(MAX_NAME), { example: 'Hair' })
  name: string;

  @Field(freeText(MAX_NOTES), { optional: true, nullable: true, example: 'Cuts, colours and care' })
  description?: string | null;

  @Field(color(), {
    optional: true,
    nullable: true,
    example: '#1E90FF',
    description: '`#RGB` or `#RRGGBB`, any case; returned as `#RRGGBB` in upper case',
  })
  color?: string | null;

  @Field(flag(), { optional: true, default: true })
  active?: boolean;

  @MetadataField()
  metadata?: Metadata;
}

/** Body of PATCH: what is present changes. */
export class CategoryPatch extends PatchOf(CategoryWrite) {}
