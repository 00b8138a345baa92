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
import { METADATA, PatchOf } from '../../../platform/metadata/metadata-fields';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { listOf, objects } from '../../../platform/http/validation/field';
import { orNull } from '../../../platform/http/validation/shapes';

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 200;
const MAX_ENTRIES = 100;

/** A secret: kept as it is, spaces at its ends too, but for the Unicode form, which depends on the keyboard. */
function password(): FieldType<string> {
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
export class ProviderWrite extends InputOf({
  name: required(text(MAX_NAME), { example: 'Ana Silva' }),
  email: required(email(), { example: 'ana.silva@example.com', description: 'Unique among users' }),
  phone: optional(orNull(phone()), { example: '+49 30 901821' }),
  password: optional(orNull(password()), {
    description:
      'Stored as a hash, never returned. Left out: it stays as it is. Setting it for another user takes the role admin',
  }),
  color: optional(orNull(color()), { example: '#1E90FF' }),
  slug: optional(orNull(slug()), {
    description: 'Public identifier. Left out: made from the name when creating, else it stays as it is',
  }),
  timezone: optional(orNull(timeZone()), {
    example: 'Europe/Berlin',
    description: 'IANA name; null: the business’s',
  }),
  schedule: optional(orNull(objects(() => ScheduleEntryWrite, MAX_ENTRIES)), {
    description:
      'The weekly working hours; a weekday without an entry is a day off. `[]` or null: the business’s hours. Left out: it stays as it is',
  }),
  serviceIds: optional(orNull(listOf(id(), 1_000)), {
    example: null,
    description:
      'The services that it offers. `[]`: none; null: no list, so that it offers every service without a list of providers. Left out: it stays as it is',
  }),
  active: optional(flag(), {
    description: 'Admin only: the way back from a deactivation. Left out: it stays as it is',
  }),
  metadata: METADATA,
}) {}

/** Body of PATCH: what is present changes. */
export class ProviderPatch extends PatchOf(ProviderWrite) {}
