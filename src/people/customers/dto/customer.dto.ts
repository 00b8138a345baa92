import { hidden } from '../../../platform/http/hiding/hidden-members';
import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import { ValidateIf } from 'class-validator';
import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import {
  answered,
  AnswerOf,
  answeredAs,
  InputOf,
  optional,
  unanswered,
} from '../../../platform/http/validation/members';
import type { FieldType } from '../../../platform/http/validation/field-type';
import { language } from '../../../platform/http/validation/language-type';
import { INSTANT, INTEGER, orNull, TEXT } from '../../../platform/http/validation/shapes';
import {
  email,
  freeText,
  MAX_ADDRESS,
  MAX_NAME,
  MAX_NOTES,
  phone,
  text,
} from '../../../platform/http/validation/text-types';
import { id } from '../../../platform/http/validation/number-types';
import { timeZone } from '../../../platform/http/validation/time-types';
import { inKeyOrder } from '../../../platform/metadata/metadata';
import { METADATA, metadataFilters, PatchOf } from '../../../platform/metadata/metadata-fields';
import { formatInstant } from '../../../platform/time/instant-text';
import type { Customer } from '../customer.entity';

interface NameParts {
  readonly firstName?: string;
  readonly lastName?: string | null;
  readonly name?: string | null;
}

const MEMBERS = {
  id: answered(INTEGER, { example: 1 }),
  // Generated clients must be able to send `name` alone, so the document does not call this member required.
  firstName: optional(text(MAX_NAME), {
    example: 'Lea',
    description: 'Required, unless `name` is given',
    neededIf: (body: NameParts) => !isNamedByName(body),
    answer: { example: 'Mia', description: undefined },
  }),
  lastName: answeredAs(
    TEXT,
    { example: 'Keller', description: '`""` when there is none' },
    optional(orNull(freeText(MAX_NAME)), {
      example: 'Brandt',
      description: 'Left out or null: read as `""`',
    }),
  ),
  name: unanswered(
    optional(orNull(text(MAX_NAME)), {
      description: 'Split at its first space; used only when `firstName` and `lastName` are left out',
      ignoredIf: (body: NameParts) => !isAbsent(body.name) && !isNamedByName(body),
      rules: [ValidateIf(isNamedByName)],
    }),
  ),
  email: hidden(
    'contacts',
    optional(orNull(email()), {
      example: 'lea.brandt@example.com',
      description: 'Unique, upper and lower case being the same',
      answer: { example: 'mia.keller@example.com' },
    }),
  ),
  phone: hidden(
    'contacts',
    optional(orNull(phone()), { example: '+49 30 901822', answer: { example: '+49 30 901820' } }),
  ),
  address: hidden(
    'contacts',
    optional(orNull(freeText(MAX_ADDRESS)), { example: '7 Park Lane, 10115 Berlin' }),
  ),
  notes: hidden('contacts', optional(orNull(freeText(MAX_NOTES)), { example: 'Prefers mornings' })),
  language: optional(orNull(language()), {
    example: 'de',
    description: 'A language tag (BCP 47): in which messages are written. null: the language of the business',
  }),
  timezone: optional(orNull(timeZone()), {
    example: 'Europe/Lisbon',
    description:
      'IANA name: the clock of the customer, which messages show where it differs from that of the place. null: not known',
  }),
  homeLocationId: optional(orNull(id('locations')), {
    stays: true,
    example: null,
    description:
      'The location to which the customer belongs, with appointments or without; null: none. A new one of a key that is narrowed to locations belongs to one of these, which it names where it has several',
  }),
  metadata: METADATA,
  createdAt: answered(orNull(INSTANT), {
    example: '2026-11-20T14:05:11Z',
    description: 'In the zone of the business',
  }),
  erasedAt: answered(orNull(INSTANT), {
    example: null,
    description: 'When the person was erased: the customer is anonymous, and cannot be changed or booked for',
  }),
};

/** Body of POST and PUT (docs/reference/customers.md). */
export class CustomerWrite extends InputOf(MEMBERS) {}

export class CustomerPatch extends PatchOf(MEMBERS) {}

export class CustomerResponse extends AnswerOf(MEMBERS) {
  static readonly of = toCustomerResponse;
}

export function toCustomerResponse(customer: ReadRow<Customer>, zone: string): CustomerResponse {
  return {
    id: customer.id,
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email,
    phone: customer.phone,
    address: customer.address,
    notes: customer.notes,
    language: customer.language,
    timezone: customer.timezone,
    homeLocationId: customer.homeLocationId,
    metadata: inKeyOrder(customer.metadata),
    createdAt: formatInstant(customer.createdAt.getTime(), zone),
    erasedAt: customer.erasedAt && formatInstant(customer.erasedAt.getTime(), zone),
  };
}

/** Whether the body names the customer by `name`, which counts only while both of its parts are absent. */
export function isNamedByName<Body extends NameParts>(body: Body): body is Body & { name: string } {
  return body.firstName === undefined && isAbsent(body.lastName) && !isAbsent(body.name);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

export const CUSTOMER_SORTS = ['id', 'firstName', 'lastName', 'email', 'createdAt'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

export class CustomerListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(CUSTOMER_SORTS), { default: 'lastName:asc' }),
  q: optional(searchText(), {
    example: 'mia keller',
    description: 'Words to find in first name, last name, e-mail and phone',
  }),
  email: optional(freeText(MAX_NAME), { description: 'Exactly this address, in upper or lower case' }),
  phone: optional(withDigits(freeText(MAX_NAME)), {
    example: '030 901820',
    description:
      'Exactly this number, however it is spelled; a national one of `BUSINESS_COUNTRY` is the international one, too',
  }),
  metadata: metadataFilters(),
}) {}

function withDigits(type: FieldType<string>): FieldType<string> {
  return {
    ...type,
    schema: { ...type.schema, pattern: '^[^\\x00-\\x1F\\x7F]*[0-9][^\\x00-\\x1F\\x7F]*$' },
    fault: (value) =>
      type.fault(value) ?? (/\d/.test(value as string) ? undefined : 'must have at least one digit'),
  };
}
