import { resolveBounds } from '../../../platform/time/period';
import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { numberOrUuid, queryId } from '../../../platform/http/validation/query-types';
import { oneOfSpelled } from '../../../platform/http/validation/text-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';
import { PATH_NAMES } from '../../../telling/events/event-types';
import { RESOURCES } from '../audited-resources';
import { AUDIT_SORTS, type AuditFilters } from '../audit-selection';
import { InputOf, optional } from '../../../platform/http/validation/members';

/** Query of GET /audit (docs/reference/audit.md). */
export class AuditListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(AUDIT_SORTS), { default: 'at:desc' }),
  resource: optional(oneOfSpelled(RESOURCES, PATH_NAMES), {
    description: 'Only changes of this resource, named as in paths or as in events',
  }),
  resourceId: optional(numberOrUuid(), {
    example: '1',
    description: 'Only changes of the row with this id: a number, or the UUID of a hold',
  }),
  userId: optional(queryId('users'), { description: 'Only changes by this user' }),
  from: optional(dateOrInstant(), {
    description:
      'Only changes at or after this: a date in the business’s time zone, or an instant (RFC 3339)',
  }),
  to: optional(dateOrInstant(), {
    description:
      'Only changes before this instant (RFC 3339), or not after this date in the business’s time zone',
  }),
}) {}

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
