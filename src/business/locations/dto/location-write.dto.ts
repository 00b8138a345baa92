import { flag } from '../../../platform/http/validation/number-types';
import { freeText, MAX_ADDRESS, MAX_NAME, text } from '../../../platform/http/validation/text-types';
import { METADATA, PatchOf } from '../../../platform/metadata/metadata-fields';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { orNull } from '../../../platform/http/validation/shapes';

/** Body of POST and PUT (docs/reference/business.md). */
export class LocationWrite extends InputOf({
  name: required(text(MAX_NAME), { example: 'Main Street' }),
  address: optional(orNull(freeText(MAX_ADDRESS)), { example: '12 Main Street, 10115 Berlin' }),
  is_primary: optional(flag(), {
    example: false,
    description:
      'True makes it the primary one; false never takes that away. The first location is primary by itself',
  }),
  metadata: METADATA,
}) {}

/** Body of PATCH: what is present changes. */
export class LocationPatch extends PatchOf(LocationWrite) {}
