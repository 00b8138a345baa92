import type { Clause, NamedClause } from '../../../platform/database/reads/clause';

/** The default order of lists of services. */
export const BY_NAME = { field: 'name', direction: 'asc' } as const;

/** Deleted services appear in no list. */
export const NOT_DELETED: NamedClause = { name: 'live', sql: 't.deleted_at is null' };

/** A provider `p` offers a service when they are assigned to each other, or when neither has a list. @param service its alias */
export const offers = (service: string) => `(
  exists (select from provider_services a where a.provider_id = p.id and a.service_id = ${service}.id)
  or not (p.lists_services or ${service}.lists_providers))`;

/** The service `t` is active, and the provider offers it; no service when the provider does not exist. */
export function isOfferedBy(providerId: number): Clause {
  return {
    name: 'offered',
    sql: (id) => `t.active and exists (select from providers p where p.id = ${id} and ${offers('t')})`,
    value: providerId,
  };
}

/** The provider `p` offers the service; no provider when the service does not exist or is deleted. */
export function offersService(serviceId: number): Clause {
  return {
    name: 'offers',
    sql: (id) =>
      `exists (select from services s where s.id = ${id} and s.deleted_at is null and ${offers('s')})`,
    value: serviceId,
  };
}
