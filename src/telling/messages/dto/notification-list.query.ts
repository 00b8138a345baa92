import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { InputOf, optional } from '../../../platform/http/validation/members';

export const MESSAGE_SORTS = ['id', 'createdAt'] as const;
export type MessageSort = (typeof MESSAGE_SORTS)[number];

export class NotificationListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(MESSAGE_SORTS), { default: 'id:desc' }),
}) {}
