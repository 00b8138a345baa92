import { Field } from '../../../platform/http/validation/field';
import { flag, id } from '../../../platform/http/validation/number-types';
import { MAX_KIND, MAX_NAME, text, word } from '../../../platform/http/validation/text-types';
import type { Metadata } from '../../../platform/metadata/metadata';
import { MetadataField, PatchOf } from '../../../platform/metadata/metadata-fields';

/** Body of POST and PUT (docs/reference/business.md). */
export class ResourceWrite {
  @Field(text(MAX_NAME), { example: 'Treatment room 1' })
  name: string;

  @Field(word(MAX_KIND), {
    example: 'room',
    description: 'A word of your own. Services name the kinds that they need',
  })
  kind: string;

  @Field(id(), {
    optional: true,
    nullable: true,
    example: 1,
    description: 'An existing location; null: it belongs to none',
  })
  locationId?: number | null;

  @Field(flag(), { optional: true, default: true })
  active?: boolean;

  @MetadataField()
  metadata?: Metadata;
}

/** Body of PATCH: what is present changes. */
export class ResourcePatch extends PatchOf(ResourceWrite) {}
