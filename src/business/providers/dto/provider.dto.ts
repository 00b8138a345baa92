import type { Page } from '../../../platform/database/reads/page';
import type { Warned } from '../../../platform/http/envelope/warnings';
import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { listOf, objects } from '../../../platform/http/validation/field';
import type { FieldType } from '../../../platform/http/validation/field-type';
import {
  answered,
  answeredAs,
  AnswerOf,
  InputOf,
  optional,
  required,
  sometimes,
  unanswered,
} from '../../../platform/http/validation/members';
import { flag, id, integer } from '../../../platform/http/validation/number-types';
import { queryFlag, queryId } from '../../../platform/http/validation/query-types';
import { INTEGER, many, orNull, TEXT } from '../../../platform/http/validation/shapes';
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
import { inKeyOrder } from '../../../platform/metadata/metadata';
import { METADATA, metadataFilters, PatchOf } from '../../../platform/metadata/metadata-fields';
import { profileImagePath } from '../profile-image-path';
import type { ProviderRow } from '../provider-row';
import { slug } from '../slugs/slug';
import { ScheduleEntryResponse, ScheduleEntryWrite, toScheduleResponse } from './schedule.dto';

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 200;
const MAX_ENTRIES = 100;
const MAX_PER_DAY = 1_000;

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

const MEMBERS = {
  id: answered(INTEGER, { example: 2 }),
  name: required(text(MAX_NAME), { example: 'Ana Silva' }),
  email: answeredAs(
    orNull(TEXT),
    {},
    required(email(), { example: 'ana.silva@example.com', description: 'Unique among users' }),
  ),
  phone: optional(orNull(phone()), { example: '+49 30 901821' }),
  password: unanswered(
    optional(orNull(password()), {
      stays: true,
      description:
        'Stored as a hash, never returned. Left out: it stays as it is. Setting it for another user takes the role admin',
    }),
  ),
  slug: optional(orNull(slug()), {
    stays: true,
    description: 'Public identifier. Left out: made from the name when creating, else it stays as it is',
    answer: { example: 'ana-silva', description: 'Public identifier' },
  }),
  color: optional(orNull(color()), { example: '#1E90FF' }),
  active: optional(flag(), {
    description: 'Admin only: the way back from a deactivation. Left out: it stays as it is',
    answer: { example: true },
  }),
  profile_image: answered(orNull(TEXT), {
    example: '/files/profile-images/0f8fad5bd9cb469fa16570867728950e.webp',
    description: 'Path of the picture on this server',
  }),
  timezone: optional(orNull(timeZone()), {
    example: 'Europe/Berlin',
    description: 'IANA name; null: the business’s',
    answer: { description: 'null: the business’s' },
  }),
  schedule: answeredAs(
    orNull(many(ScheduleEntryResponse)),
    { description: 'Its own weekly working hours, Monday first; null: the business’s hours' },
    optional(orNull(objects(() => ScheduleEntryWrite, MAX_ENTRIES)), {
      stays: true,
      description:
        'The weekly working hours; a weekday without an entry is a day off. `[]` or null: the business’s hours. Left out: it stays as it is',
    }),
  ),
  maxPerDay: optional(orNull(integer(1, MAX_PER_DAY)), {
    example: null,
    description:
      'How often it may be booked on a date, for all services together; a session counts once, help in a team does not. Null: no limit',
  }),
  serviceIds: optional(orNull(listOf(id('services'), 1_000)), {
    stays: true,
    example: null,
    description:
      'The services that it offers. `[]`: none; null: no list, so that it offers every service without a list of providers. Left out: it stays as it is',
    answer: {
      example: [1],
      description:
        'Its list of services, ascending; null: it has none, and offers every service without a list',
    },
  }),
  metadata: METADATA,
};

/** Body of POST and PUT (docs/reference/business.md). */
export class ProviderWrite extends InputOf(MEMBERS) {}

export class ProviderPatch extends PatchOf(MEMBERS) {}

export class ProviderResponse extends AnswerOf(MEMBERS) {
  static readonly of = toProviderResponse;

  /** Its entity tag changes with the password, too. */
  static readonly hiddenState = ({ password_mark }: ProviderRow): string => password_mark;

  static readonly warned = (row: ProviderRow): Warned => row;
}

const WITH_KEY = ['color', 'schedule', 'maxPerDay', 'serviceIds', 'metadata'] as const;

/** `schedule`, `maxPerDay`, `serviceIds` and `metadata` are there with a key; `color` with a key or with `includeColors=true`. */
export class ProviderListItem extends AnswerOf(sometimes(MEMBERS, WITH_KEY)) {
  /** Of a row whose contact may be shown. */
  static readonly of = (row: ProviderRow): ProviderListItem => toPublicProvider(row, 'contact');
}

/** A page of providers, and what a caller without a key may see of them. */
export interface ListedProviders {
  readonly page: Page<ProviderRow>;
  readonly shows: PublicMembers;
}

export function toProviderResponse(row: ProviderRow): ProviderResponse {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    slug: row.slug,
    color: row.color,
    active: row.active,
    profile_image: profileImagePath(row.profile_image),
    timezone: row.timezone,
    schedule: toScheduleResponse(row.schedule),
    maxPerDay: row.maxPerDay,
    serviceIds: row.service_ids,
    metadata: inKeyOrder(row.metadata),
  };
}

/** What a caller without a key may see apart from the name: contact is e-mail address and phone number. */
export type PublicMembers = 'neither' | 'color' | 'contact' | 'color and contact';

function toPublicProvider(row: ProviderRow, shows: PublicMembers): ProviderListItem {
  const hasContact = shows.endsWith('contact');
  return {
    id: row.id,
    name: row.name,
    email: hasContact ? row.email : null,
    phone: hasContact ? row.phone : null,
    slug: row.slug,
    ...(shows.startsWith('color') && { color: row.color }),
    active: row.active,
    profile_image: profileImagePath(row.profile_image),
    timezone: row.timezone,
  };
}

/** @param hasKey false: without what is not public */
export function toProviderPage(
  { page, shows }: ListedProviders,
  zone: string,
  hasKey: boolean,
): Page<ProviderListItem> {
  return hasKey ? page.map(ProviderResponse.of, zone) : page.map(toPublicProvider, shows);
}

export const PROVIDER_SORTS = ['id', 'name', 'email', 'active', 'createdAt'] as const;
export type ProviderSort = (typeof PROVIDER_SORTS)[number];

export class ProviderListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(PROVIDER_SORTS), {
    default: 'name:asc',
    description: '`email` takes a key, unless the server shows addresses to all',
  }),
  q: optional(searchText(), {
    description:
      'Words to find in name and slug; with a key, or where the server shows them to all, in e-mail address and phone number too',
  }),
  serviceId: optional(queryId('services'), {
    description: 'Only the active providers who offer this service',
  }),
  includeColors: optional(queryFlag(), {
    default: false,
    ignoredIf: ({ includeColors }, hasKey) => hasKey && (includeColors === 'false' || includeColors === '0'),
    description: 'With a key, `color` is always there: `false` is ignored then (`meta.ignored`)',
  }),
  metadata: metadataFilters({ isPublic: true }),
}) {}
