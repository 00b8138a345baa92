import { ApiProperty, OmitType, PickType, PartialType, IntersectionType } from '@nestjs/swagger';
import { profileImagePath } from '../profile-image/profile-image-path';
import type { ProviderRow } from '../provider-row';

/** A provider (interface, "Provider"; decisions, section 3). */
export class ProviderResponse {
  @ApiProperty({ type: 'integer', example: 2 })
  id: number;

  @ApiProperty({ example: 'Ana Silva' })
  name: string;

  @ApiProperty({ type: String, format: 'email', nullable: true, example: 'ana.silva@example.com' })
  email: string | null;

  @ApiProperty({ type: String, nullable: true, example: '+49 30 901821' })
  phone: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'ana-silva', description: 'Public identifier' })
  slug: string | null;

  @ApiProperty({ type: String, nullable: true, example: '#1E90FF' })
  color: string | null;

  @ApiProperty({ example: true })
  active: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '/files/profile-images/0f8fad5bd9cb469fa16570867728950e.webp',
    description: 'Path of the picture on this server',
  })
  profile_image: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Europe/Berlin',
    description: 'null: the business’s',
  })
  timezone: string | null;
}

/** A provider in a list: `color` is there with a key, or with `includeColors=true`. */
export class ProviderListItem extends IntersectionType(
  OmitType(ProviderResponse, ['color']),
  PartialType(PickType(ProviderResponse, ['color'])),
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
  };
}

export function toProviderListItem(row: ProviderRow, withColor: boolean): ProviderListItem {
  const { color, ...others } = toProviderResponse(row);
  return withColor ? { ...others, color } : others;
}
