import { resolveBounds } from '../../../platform/time/period';
import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { Field } from '../../../platform/http/validation/field';
import { numberOrUuid, queryId } from '../../../platform/http/validation/query-types';
import { oneOfSpelled } from '../../../platform/http/validation/text-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';
import { PATH_NAMES } from '../../../telling/events/event-types';
import { type AuditedResource, RESOURCES } from '../audit-entry.entity';
import { AUDIT_SORTS, type AuditFilters, type AuditSort } from '../audit-selection';

/** Query of GET /audit (docs/reference/audit.md). */
export class AuditListQuery extends PageQuery {
  @Field(sortBy(AUDIT_SORTS), { optional: true, default: 'at:desc' })
  sort?: AuditSort;

  @Field(oneOfSpelled(RESOURCES, PATH_NAMES), {
    optional: true,
    description: 'Only changes of this resource, named as in paths or as in events',
  })
  resource?: AuditedResource;

  @Field(numberOrUuid(), {
    optional: true,
    example: '1',
    description: 'Only changes of the row with this id: a number, or the UUID of a hold',
  })
  resourceId?: string;

  @Field(queryId(), { optional: true, description: 'Only changes by this user' })
  userId?: number;

  @Field(dateOrInstant(), {
    optional: true,
    description:
      'Only changes at or after this: a date in the business’s time zone, or an instant (RFC 3339)',
  })
  from?: string;

  @Field(dateOrInstant(), {
    optional: true,
    description:
      'Only changes before this instant (RFC 3339), or not after this date in the business’s time zone',
  })
  to?: string;
}

/** @param zone the time zone of the dates in the query */
export function toAuditFilters(query: AuditListQuery, zone: string): AuditFilters {
  const { from, to } = resolveBounds(query, zone);
  return {
    resource: query.resource,
    resourceId: query.resourceId,
    userId: query.userId,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}
