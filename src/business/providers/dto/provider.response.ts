import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import type { Page } from '../../../platform/database/reads/page';
import { profileImagePath } from '../profile-image-path';
import type { ProviderRow } from '../provider-row';
import { ScheduleEntryResponse, toScheduleResponse } from './schedule.response';
import { inKeyOrder } from '../../../platform/metadata/metadata';
import { EMAIL, FLAG, INTEGER, many, orNull, several, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { METADATA } from '../../../platform/metadata/metadata-fields';

/** A page of providers, and what a caller without a key may see of them. */
export interface ListedProviders {
  readonly page: Page<ProviderRow>;
  readonly shows: PublicMembers;
}

/** A provider (docs/reference/business.md). */
export class ProviderResponse extends AnswerOf({
  id: answered(INTEGER, { example: 2 }),
  name: answered(TEXT, { example: 'Ana Silva' }),
  email: answered(orNull(EMAIL), { example: 'ana.silva@example.com' }),
  phone: answered(orNull(TEXT), { example: '+49 30 901821' }),
  slug: answered(orNull(TEXT), { example: 'ana-silva', description: 'Public identifier' }),
  color: answered(orNull(TEXT), { example: '#1E90FF' }),
  active: answered(FLAG, { example: true }),
  profile_image: answered(orNull(TEXT), {
    example: '/files/profile-images/0f8fad5bd9cb469fa16570867728950e.webp',
    description: 'Path of the picture on this server',
  }),
  timezone: answered(orNull(TEXT), { example: 'Europe/Berlin', description: 'null: the business’s' }),
  schedule: answered(orNull(many(ScheduleEntryResponse)), {
    description: 'Its own weekly working hours, Monday first; null: the business’s hours',
  }),
  serviceIds: answered(orNull(several(INTEGER)), {
    example: [1],
    description:
      'Its list of services, ascending; null: it has none, and offers every service without a list',
  }),
  metadata: METADATA,
}) {
  static readonly of = toProviderResponse;

  /** Its entity tag changes with the password, too. */
  static readonly hiddenState = ({ password_mark }: ProviderRow): string => password_mark;
}

const WITH_KEY = ['color', 'schedule', 'serviceIds', 'metadata'] as const;

/**
 * A provider in a list. `schedule`, `serviceIds` and `metadata` are there with a key; `color` with a key or with `includeColors=true`.
 */
export class ProviderListItem extends IntersectionType(
  OmitType(ProviderResponse, WITH_KEY),
  PartialType(PickType(ProviderResponse, WITH_KEY)),
) {}

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
    serviceIds: row.service_ids,
    metadata: inKeyOrder(row.metadata),
  };
}

/** What a caller without a key may see beside the name: contact is e-mail address and phone number. */
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
