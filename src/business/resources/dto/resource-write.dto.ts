import { flag, id } from '../../../platform/http/validation/number-types';
import { MAX_KIND, MAX_NAME, text, word } from '../../../platform/http/validation/text-types';
import { METADATA, PatchOf } from '../../../platform/metadata/metadata-fields';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { orNull } from '../../../platform/http/validation/shapes';

/** Body of POST and PUT (docs/reference/business.md). */
export class ResourceWrite extends InputOf({
  name: required(text(MAX_NAME), { example: 'Treatment room 1' }),
  kind: required(word(MAX_KIND), {
    example: 'room',
    description: 'A word of your own. Services name the kinds that they need',
  }),
  locationId: optional(orNull(id()), {
    example: 1,
    description: 'An existing location; null: it belongs to none',
  }),
  active: optional(flag(), { default: true }),
  metadata: METADATA,
}) {}

/** Body of PATCH: what is present changes. */
export class ResourcePatch extends PatchOf(ResourceWrite) {}
