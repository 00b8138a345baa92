import { flag } from '../../../platform/http/validation/number-types';
import { color, freeText, MAX_NAME, MAX_NOTES, text } from '../../../platform/http/validation/text-types';
import { METADATA, PatchOf } from '../../../platform/metadata/metadata-fields';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { orNull } from '../../../platform/http/validation/shapes';

/** Body of POST and PUT (docs/reference/business.md). */
export class CategoryWrite extends InputOf({
  name: required(text(MAX_NAME), { example: 'Hair' }),
  description: optional(orNull(freeText(MAX_NOTES)), { example: 'Cuts, colours and care' }),
  color: optional(orNull(color()), {
    example: '#1E90FF',
    description: '`#RGB` or `#RRGGBB`, any case; returned as `#RRGGBB` in upper case',
  }),
  active: optional(flag(), { default: true }),
  metadata: METADATA,
}) {}

/** Body of PATCH: what is present changes. */
export class CategoryPatch extends PatchOf(CategoryWrite) {}
