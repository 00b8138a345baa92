import type { Clause } from '../../../platform/database/clause';

/** The order of lists of services. */
export const BY_NAME = { field: 'name', direction: 'asc' } as const;

/** A deleted service is nowhere to be seen. */
export const NOT_DELETED: Clause = { name: 'live', sql: 't.deleted_at is null' };

/** The active services that a provider offers; none, when there is no such provider (decisions, section 3). */
export function isOfferedBy(providerId: number): Clause {
  return {
    name: 'offered',
    sql: (provider) => `t.active
      and exists (select from providers where id = ${provider})
      and (exists (select from provider_services a where a.provider_id = ${provider} and a.service_id = t.id)
        or not exists (select from provider_services a where a.provider_id = ${provider}))`,
    value: providerId,
  };
}
