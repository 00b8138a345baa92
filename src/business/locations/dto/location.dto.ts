import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import type { Warned } from '../../../platform/http/envelope/warnings';
import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import {
  answered,
  answeredAs,
  AnswerOf,
  InputOf,
  optional,
  required,
  sometimes,
} from '../../../platform/http/validation/members';
import { objects } from '../../../platform/http/validation/field';
import { flag } from '../../../platform/http/validation/number-types';
import { INTEGER, many, orNull } from '../../../platform/http/validation/shapes';
import { writtenLanguage } from '../../../platform/http/validation/language-type';
import {
  email,
  freeText,
  MAX_ADDRESS,
  MAX_NAME,
  MAX_NOTES,
  phone,
  text,
} from '../../../platform/http/validation/text-types';
import { timeZone } from '../../../platform/http/validation/time-types';
import { inKeyOrder } from '../../../platform/metadata/metadata';
import { METADATA, metadataFilters, PatchOf } from '../../../platform/metadata/metadata-fields';
import {
  LocationHoursResponse,
  LocationHoursWrite,
  toScheduleResponse,
} from '../../providers/dto/schedule.dto';
import type { Location } from '../location.entity';
import { extended } from '../../../platform/values/quick-objects';

const MAX_ENTRIES = 100;

const MEMBERS = {
  id: answered(INTEGER, { example: 1 }),
  name: required(text(MAX_NAME), { example: 'Main Street' }),
  address: optional(orNull(freeText(MAX_ADDRESS)), { example: '12 Main Street, 10115 Berlin' }),
  hours: answeredAs(
    orNull(many(LocationHoursResponse)),
    { example: null, description: 'Its own weekly hours, Monday first; null: the business’s' },
    optional(orNull(objects(() => LocationHoursWrite, MAX_ENTRIES)), {
      example: null,
      description:
        'Weekly hours that take the place of the business’s window and weekdays for what happens there. `[]` or null: the business’s',
    }),
  ),
  timezone: optional(orNull(timeZone()), {
    example: 'Europe/Lisbon',
    description: 'IANA name: the clock of all that happens there; null: that of the provider',
  }),
  senderName: optional(orNull(text(MAX_NAME)), {
    example: 'Salon Lisboa',
    description:
      'As which it signs what is written to its customers, with its own `address`; null: as the business',
  }),
  phone: optional(orNull(phone()), {
    example: '+351 21 342 0001',
    description: 'Whom its customers call; null: the business',
  }),
  email: optional(orNull(email()), {
    example: 'lisboa@example.com',
    description:
      'Where its customers write to, and the organizer of their calendar entries; null: the business',
  }),
  language: optional(orNull(writtenLanguage()), {
    example: 'pt',
    description: 'In which it writes to customers who have none; null: that of the business',
  }),
  policyText: optional(orNull(freeText(MAX_NOTES)), {
    example: 'The door closes at eight.',
    description: 'What its customers read of cancelling and moving, after what the service says',
  }),
  is_primary: optional(flag(), {
    example: false,
    description:
      'True makes it the primary one; false never takes that away. The first location is primary by itself',
    answer: { example: true, description: 'At most one location is the primary one' },
  }),
  metadata: METADATA,
};

/** Body of POST and PUT (docs/reference/business.md). */
export class LocationWrite extends InputOf(MEMBERS) {}

export class LocationPatch extends PatchOf(MEMBERS) {}

export class LocationResponse extends AnswerOf(MEMBERS) {
  static readonly of = toLocationResponse;

  static readonly warned = (row: Warned): Warned => row;
}

/** A location as it is shown without a key. */
export class PublicLocationResponse extends AnswerOf(sometimes(MEMBERS, ['metadata'])) {
  static readonly of = toPublicLocationResponse;
}

export function toLocationResponse(location: ReadRow<Location>): LocationResponse {
  return extended(toPublicLocationResponse(location), { metadata: inKeyOrder(location.metadata) });
}

export function toPublicLocationResponse(location: ReadRow<Location>): Omit<LocationResponse, 'metadata'> {
  return {
    id: location.id,
    name: location.name,
    address: location.address,
    hours: toScheduleResponse(location.hours),
    timezone: location.timezone,
    senderName: location.senderName,
    phone: location.phone,
    email: location.email,
    language: location.language,
    policyText: location.policyText,
    is_primary: location.isPrimary,
  };
}

export const LOCATION_SORTS = ['id', 'name', 'createdAt'] as const;
export type LocationSort = (typeof LOCATION_SORTS)[number];

/** Without `length` the list comes whole, in one page (docs/reference/business.md). */
export class LocationListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(LOCATION_SORTS), { default: 'id:asc' }),
  metadata: metadataFilters({ isPublic: true }),
}) {}
