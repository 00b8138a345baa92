import type { Warned } from '../../platform/http/envelope/warnings';
import type { StoredScheduleEntry } from './provider.entity';
import type { Metadata } from '../../platform/metadata/metadata';

/** A provider as it is read: what it has as a provider, and what it has as a user. */
export interface ProviderRow extends Warned {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly slug: string | null;
  readonly color: string | null;
  readonly active: boolean;
  /** Name of the file. */
  readonly profile_image: string | null;
  /** IANA name; null: the business's. */
  readonly timezone: string | null;
  /** Null: the business's hours. */
  readonly schedule: readonly StoredScheduleEntry[] | null;
  /** How many appointments it may lead on a date; null: no limit. */
  readonly maxPerDay: number | null;
  /** Its list of services, ascending; null when it has none. */
  readonly service_ids: readonly number[] | null;
  readonly metadata: Metadata;
  /** Changes with the password; '' when there is none. Part of the entity tag only. */
  readonly password_mark: string;
}

const COLUMNS = [
  ...[
    'p.id',
    'u.name',
    'u.email',
    'p.phone',
    'p.slug',
    'p.color',
    'u.active',
    'p.profile_image',
    'p.timezone',
  ],
  'p.schedule',
  'p.max_per_day as "maxPerDay"',
  'p.metadata',
  `case when p.lists_services then
     array(select a.service_id from provider_services a where a.provider_id = p.id order by 1) end as service_ids`,
  // The hash is salted, so a digest of it reveals nothing about the password.
  `coalesce(encode(sha256(convert_to(u.password_hash, 'UTF8')), 'base64'), '') as password_mark`,
];

/** Selects ProviderRows, `p` and `u` being the provider and its user. @param more further columns */
export function selectProviders(...more: readonly string[]): string {
  return `select ${[...COLUMNS, ...more].join(', ')} from providers p join users u on u.id = p.id`;
}
