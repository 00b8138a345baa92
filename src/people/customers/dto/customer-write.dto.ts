import { ApiProperty } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { Field } from '../../../platform/http/validation/field';
import {
  email,
  freeText,
  MAX_ADDRESS,
  MAX_NAME,
  MAX_NOTES,
  phone,
  text,
} from '../../../platform/http/validation/text-types';
import type { Metadata } from '../../../platform/metadata/metadata';
import { MetadataField, PatchOf } from '../../../platform/metadata/metadata-fields';
import { type Defaults, STAYS } from '../../../platform/values/replacement';

/** Body of POST and PUT (docs/reference/customers.md). */
export class CustomerWrite {
  // Generated clients must be able to send `name` alone, so the document does not call this member required.
  @ApiProperty({ required: false })
  @Field(text(MAX_NAME), { example: 'Lea', description: 'Required, unless `name` is given' })
  @ValidateIf((body: CustomerWrite) => !isNamedByName(body))
  firstName: string;

  @Field(freeText(MAX_NAME), {
    optional: true,
    nullable: true,
    example: 'Brandt',
    description: 'Left out or null: read as `""`',
  })
  lastName?: string | null;

  @Field(text(MAX_NAME), {
    optional: true,
    nullable: true,
    description: 'Split at its first space; used only when `firstName` and `lastName` are left out',
  })
  @ValidateIf(isNamedByName)
  name?: string | null;

  @Field(email(), {
    optional: true,
    nullable: true,
    example: 'lea.brandt@example.com',
    description: 'Unique, upper and lower case being the same',
  })
  email?: string | null;

  @Field(phone(), { optional: true, nullable: true, example: '+49 30 901822' })
  phone?: string | null;

  @Field(freeText(MAX_ADDRESS), { optional: true, nullable: true, example: '7 Park Lane, 10115 Berlin' })
  address?: string | null;

  @Field(freeText(MAX_NOTES), { optional: true, nullable: true, example: 'Prefers mornings' })
  notes?: string | null;

  @MetadataField()
  metadata?: Metadata;
}

/** `name` is not stored: it is split into the two parts before the defaults apply. */
export const CUSTOMER_DEFAULTS = {
  lastName: '',
  email: null,
  phone: null,
  address: null,
  notes: null,
  metadata: STAYS,
} satisfies Defaults<Omit<CustomerWrite, 'name'>>;

/** Body of PATCH: what is present changes. */
export class CustomerPatch extends PatchOf(CustomerWrite) {}

/** Whether the body names the customer by `name`, which counts only while both of its parts are absent. */
export function isNamedByName<Body extends CustomerPatch>(body: Body): body is Body & { name: string } {
  return body.firstName === undefined && isAbsent(body.lastName) && !isAbsent(body.name);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
