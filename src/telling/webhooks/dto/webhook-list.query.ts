import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import type { Sort } from '../../../platform/database/reads/order-by';
import { Field } from '../../../platform/http/validation/field';
import { queryFlag } from '../../../platform/http/validation/query-types';

export const WEBHOOK_SORTS = ['id', 'createdAt'] as const;
export type WebhookSort = (typeof WEBHOOK_SORTS)[number];

export class WebhookListQuery extends PageQuery {
  @Field(sortBy(WEBHOOK_SORTS), { optional: true, default: 'id:asc' })
  sort?: Sort<WebhookSort>;

  @Field(queryFlag(), {
    optional: true,
    description: 'true: only the active webhooks; false: only the others',
  })
  active?: boolean;
}
