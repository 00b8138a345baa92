import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { queryFlag } from '../../../platform/http/validation/query-types';
import { InputOf, optional } from '../../../platform/http/validation/members';

export const WEBHOOK_SORTS = ['id', 'createdAt'] as const;
export type WebhookSort = (typeof WEBHOOK_SORTS)[number];

export class WebhookListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(WEBHOOK_SORTS), { default: 'id:asc' }),
  active: optional(queryFlag(), { description: 'true: only the active webhooks; false: only the others' }),
}) {}
