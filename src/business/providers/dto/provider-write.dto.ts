import { Field, ListField, NestedListField } from '../../../platform/http/validation/field';
import type { FieldType } from '../../../platform/http/validation/field-type';
import { flag, id } from '../../../platform/http/validation/number-types';
import {
  color,
  composed,
  email,
  freeText,
  MAX_NAME,
  phone,
  text,
} from '../../../platform/http/validation/text-types';
import { timeZone } from '../../../platform/http/validation/time-types';
import { slug } from '../slugs/slug';
import { ScheduleEntryWrite } from './schedule-write.dto';
import type { Metadata } from '../../../platform/metadata/metadata';
import { MetadataField, PatchOf } from '../../../platform/metadata/metadata-fields';

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 200;
const MAX_ENTRIES = 100;

/** A secret: kept as it is, spaces at its ends too, but for the Unicode form, which depends on the keyboard. */
function password(): FieldType {
  const unrestricted = freeText(MAX_PASSWORD);
  return {
    schema: { ...unrestricted.schema, format: 'password', minLength: MIN_PASSWORD },
    clean: (value) => (typeof value === 'string' ? composed(value, MAX_PASSWORD) : value),
    fault: (value) => {
      const isShort = typeof value === 'string' && Array.from(value).length < MIN_PASSWORD;
      return isShort ? `must be at least ${MIN_PASSWORD} characters long` : unrestricted.fault(value);
    },
  };
}

/** Body of POST and PUT (docs/reference/business.md). */
export class ProviderWrite {
  @Field(text(MAX_NAME), { example: 'Ana Silva' })
  name: string;

  @Field(email(), { example: 'ana.silva@example.com', description: 'Unique among users' })
  email: string;

  @Field(phone(), { optional: true, nullable: true, example: '+49 30 901821' })
  phone?: string | null;

  @Field(password(), {
    optional: true,
    nullable: true,
    description:
      'Stored as a hash, never returned. Left out: it stays as it is. Setting it for another user takes the role admin',
  })
  password?: string | null;

  @Field(color(), { optional: true, nullable: true, example: '#1E90FF' })
  color?: string | null;

  @Field(slug(), {
    optional: true,
    nullable: true,
    description: 'Public identifier. Left out: made from the name when creating, else it stays as it is',
  })
  slug?: string | null;

  @Field(timeZone(), {
    optional: true,
    nullable: true,
    example: 'Europe/Berlin',
    description: 'IANA name; null: the business’s',
  })
  timezone?: string | null;

  @NestedListField(() => ScheduleEntryWrite, MAX_ENTRIES, {
    optional: true,
    nullable: true,
    description:
      'The weekly working hours; a weekday without an entry is a day off. `[]` or null: the business’s hours. Left out: it stays as it is',
  })
  schedule?: ScheduleEntryWrite[] | null;

  @ListField(id(), 1_000, {
    optional: true,
    nullable: true,
    example: null,
    description:
      'The services that it offers. `[]`: none; null: no list, so that it offers every service without a list of providers. Left out: it stays as it is',
  })
  serviceIds?: number[] | null;

  @Field(flag(), {
    optional: true,
    description: 'Admin only: the way back from a deactivation. Left out: it stays as it is',
  })
  active?: boolean;

  @MetadataField()
  metadata?: Metadata;
}

/** Body of PATCH: what is present changes. */
export class ProviderPatch extends PatchOf(ProviderWrite) {}
