import { PageQuery } from '../../../platform/http/pagination/list-query';
import { type Sort, sortBy } from '../../../platform/http/pagination/sort';
import { Field } from '../../../platform/http/validation/field';

export const NOTIFICATION_SORTS = ['id', 'createdAt'] as const;
export type NotificationSort = (typeof NOTIFICATION_SORTS)[number];

export class NotificationListQuery extends PageQuery {
  @Field(sortBy(NOTIFICATION_SORTS), { optional: true, default: 'id:desc' })
  sort?: Sort<NotificationSort>;
}
