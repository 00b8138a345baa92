import { type Business, businessOf } from '../../platform/config/business';
import type { Config } from '../../platform/config/config';

/** What a place says of itself to its customers; null: what the business says. */
export interface PlaceContact {
  readonly senderName: string | null;
  readonly address: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** A tag of a language that the service writes. */
  readonly language: string | null;
}

/** SQL of the PlaceContact of a location as a JSON object; null: it is as the business, or none. @param place the alias of its row */
export const contactOf = (place: string): string => `case
    when coalesce(${place}.sender_name, ${place}.email, ${place}.phone, ${place}.language) is not null then jsonb_build_object(
      'senderName', ${place}.sender_name, 'address', ${place}.address, 'email', ${place}.email, 'phone', ${place}.phone,
      'language', ${place}.language) end`;

/** SQL of what customers read of cancelling and moving: that of the service, and then that of the place; null: nothing. */
export const policyTextOf = (service: string, place: string): string =>
  `nullif(concat_ws(e'\\n\\n', ${service}.policy_text, ${place}.policy_text), '')`;

/** Whom customers ask about what happens at a place. One that has a name of its own has its address, too. */
export function businessAt(config: Config, place: PlaceContact | null | undefined): Business {
  const business = businessOf(config);
  if (place == null) return business;
  return {
    name: place.senderName ?? business.name,
    address: (place.senderName === null ? null : place.address) ?? business.address,
    email: place.email ?? business.email,
    phone: place.phone ?? business.phone,
  };
}

/** The language in which it is written to customers who have none. */
export function languageAt(config: Config, place: PlaceContact | null | undefined): string {
  return place?.language ?? config.businessLanguage;
}
