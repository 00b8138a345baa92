import { ValidateIf } from 'class-validator';
import {
  email,
  freeText,
  MAX_ADDRESS,
  MAX_NAME,
  MAX_NOTES,
  phone,
  text,
} from '../../../platform/http/validation/text-types';
import { METADATA, PatchOf } from '../../../platform/metadata/metadata-fields';
import { type Defaults, STAYS } from '../../../platform/values/replacement';
import { InputOf, optional } from '../../../platform/http/validation/members';
import { orNull } from '../../../platform/http/validation/shapes';

interface NameParts {
  readonly firstName?: string;
  readonly lastName?: string | null;
  readonly name?: string | null;
}

/** Body of POST and PUT (docs/reference/customers.md). */
export class CustomerWrite extends InputOf({
  // Generated clients must be able to send `name` alone, so the document does not call this member required.
  firstName: optional(text(MAX_NAME), {
    example: 'Lea',
    description: 'Required, unless `name` is given',
    neededIf: (body: NameParts) => !isNamedByName(body),
  }),
  lastName: optional(orNull(freeText(MAX_NAME)), {
    example: 'Brandt',
    description: 'Left out or null: read as `""`',
  }),
  name: optional(orNull(text(MAX_NAME)), {
    description: 'Split at its first space; used only when `firstName` and `lastName` are left out',
    rules: [ValidateIf(isNamedByName)],
  }),
  email: optional(orNull(email()), {
    example: 'lea.brandt@example.com',
    description: 'Unique, upper and lower case being the same',
  }),
  phone: optional(orNull(phone()), { example: '+49 30 901822' }),
  address: optional(orNull(freeText(MAX_ADDRESS)), { example: '7 Park Lane, 10115 Berlin' }),
  notes: optional(orNull(freeText(MAX_NOTES)), { example: 'Prefers mornings' }),
  metadata: METADATA,
}) {}

/** `name` is not stored: it is split into the two parts before the defaults apply. */
export const CUSTOMER_DEFAULTS = {
  lastName: '',
  email: null,
  phone: null,
  address: null,
  notes: null,
  metadata: STAYS,
} satisfies Defaults<Omit<CustomerWrite, 'firstName' | 'name'>>;

/** Body of PATCH: what is present changes. */
export class CustomerPatch extends PatchOf(CustomerWrite) {}

/** Whether the body names the customer by `name`, which counts only while both of its parts are absent. */
export function isNamedByName<Body extends NameParts>(body: Body): body is Body & { name: string } {
  return body.firstName === undefined && isAbsent(body.lastName) && !isAbsent(body.name);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
