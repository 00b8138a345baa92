import { formatInstant } from '../../../platform/time/instant-text';
import { ACTIONS } from '../audit-entry.entity';
import { RESOURCES } from '../audited-resources';
import type { AuditRow } from '../audit-row';
import { IN_ENTRIES } from '../hidden-columns';
import { auditedMembers } from '../audited-members';
import { holding } from '../../../platform/http/hiding/hidden-members';
import { INSTANT, INTEGER, LONG, OBJECT, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { CHANGE_SOURCE, VIAS } from '../../../platform/vias';
import type { WriteReason } from '../../../platform/database/write-context';
import {
  answered,
  AnswerOf,
  sometimesAnswered,
  InputOf,
  optional,
} from '../../../platform/http/validation/members';
import { oneOf, oneOfSpelled } from '../../../platform/http/validation/text-types';
import { resolveBounds } from '../../../platform/time/period';
import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { numberOrUuid, queryId } from '../../../platform/http/validation/query-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';
import { PATH_NAMES } from '../../../telling/events/event-types';
import { AUDIT_SORTS, type AuditFilters } from '../audit-selection';

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

const REASONS: Readonly<Record<WriteReason, true>> = { zone_rules: true };
const BEFORE = { id: 1, providerId: 2, start: '2026-12-01T09:00:00Z', status: 'confirmed', notes: null };
const AFTER = { ...BEFORE, status: 'cancelled' };

/** One change of one row (docs/reference/audit.md). Instants have the offset of the business's zone. */
export class AuditEntryResponse extends AnswerOf({
  id: answered(LONG, { example: 1 }),
  at: answered(INSTANT, { example: '2026-11-20T14:05:11Z' }),
  via: answered(oneOf(VIAS), {
    example: 'api',
    description:
      '`api`: with a key; `oidc`: with a token of the identity provider; `mcp`: a tool of a language model; `worker`: the service itself, for example a sent message; `import`: a row of another system; `database`: directly in SQL, past the service',
  }),
  ...CHANGE_SOURCE,
  userName: answered(orNull(TEXT), { example: 'Administrator', description: 'The current name of the user' }),
  action: answered(oneOf(ACTIONS), { example: 'update' }),
  resource: answered(oneOf(RESOURCES), { example: 'appointments' }),
  resourceId: answered(INTEGER, { example: 1 }),
  before: holding(
    IN_ENTRIES,
    answered(orNull(OBJECT), {
      example: BEFORE,
      description:
        'The members before the change, as they are stored: a time of day is a number of minutes. Null for a creation. A password or secret is only `set` or `changed`, never its value',
    }),
  ),
  after: holding(
    IN_ENTRIES,
    answered(orNull(OBJECT), {
      example: AFTER,
      description: 'The members after the change, in the same form. Null for a deletion',
    }),
  ),
  reason: sometimesAnswered(oneOf(Object.keys(REASONS)), {
    example: 'zone_rules',
    description: '`zone_rules`: new rules of clocks have moved it. Left out of all other changes',
  }),
}) {
  static readonly of = toAuditEntryResponse;
}

export function toAuditEntryResponse(row: AuditRow, zone: string): AuditEntryResponse {
  return {
    id: row.id,
    at: formatInstant(row.at.getTime(), zone),
    via: row.via,
    userId: row.user_id,
    userName: row.user_name,
    apiKeyId: row.api_key_id,
    tokenId: row.token_id,
    requestId: row.request_id,
    action: row.action,
    resource: row.resource,
    resourceId: row.resource_id,
    before: row.before && auditedMembers(row.before, zone),
    after: row.after && auditedMembers(row.after, zone),
    ...(row.reason !== null && { reason: row.reason }),
  };
}
