/** A provider as it is read: what it has as a provider, and what it has as a user. */
export interface ProviderRow {
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
}

/** Selects ProviderRows, `p` and `u` being the provider and its user. @param more further columns */
export function selectProviders(...more: readonly string[]): string {
  const columns = [
    'p.id',
    'u.name',
    'u.email',
    'p.phone',
    'p.slug',
    'p.color',
    'u.active',
    'p.profile_image',
    'p.timezone',
  ];
  return `select ${[...columns, ...more].join(', ')} from providers p join users u on u.id = p.id`;
}
