import { Field } from '../../../platform/http/validation/field';
import { flag } from '../../../platform/http/validation/number-types';
import { freeText, MAX_ADDRESS, MAX_NAME, text } from '../../../platform/http/validation/text-types';
import type { Metadata } from '../../../platform/metadata/metadata';
import { MetadataField, PatchOf } from '../../../platform/metadata/metadata-fields';

/** Body of POST and PUT (docs/reference/business.md). */
export class LocationWrite {
  @Field(text(MAX_NAME), { example: 'Main Street' })
  name: string;

  @Field(freeText(MAX_ADDRESS), {
    optional: true,
    nullable: true,
    example: '12 Main Street, 10115 Berlin',
  })
  address?: string | null;

  @Field(flag(), {
    optional: true,
    example: false,
    description:
      'True makes it the primary one; false never takes that away. The first location is primary by itself',
  })
  is_primary?: boolean;

  @MetadataField()
  metadata?: Metadata;
}

/** Body of PATCH: what is present changes. */
export class LocationPatch extends PatchOf(LocationWrite) {}
