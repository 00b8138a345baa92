import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import type { Sort } from '../../../platform/database/reads/order-by';
import { Field } from '../../../platform/http/validation/field';

export const MESSAGE_SORTS = ['id', 'createdAt'] as const;
export type MessageSort = (typeof MESSAGE_SORTS)[number];

export class NotificationListQuery extends PageQuery {
  @Field(sortBy(MESSAGE_SORTS), { optional: true, default: 'id:desc' })
  sort?: Sort<MessageSort>;
}
