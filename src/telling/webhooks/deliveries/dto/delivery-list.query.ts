import { PageQuery } from '../../../../platform/http/pagination/list-query';
import { sortBy } from '../../../../platform/http/pagination/sort';
import type { Sort } from '../../../../platform/database/reads/order-by';
import { Field } from '../../../../platform/http/validation/field';
import { queryInteger } from '../../../../platform/http/validation/query-types';
import { oneOf } from '../../../../platform/http/validation/text-types';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../delivery-status';

/** The longest number that a query may have. */
const MAX_EVENT_ID = 999_999_999_999_999;

export class DeliveryListQuery extends PageQuery {
  @Field(sortBy(['id']), { optional: true, default: 'id:desc' })
  sort?: Sort<'id'>;

  @Field(oneOf(DELIVERY_STATUSES), { optional: true, description: 'Only the deliveries in this state' })
  status?: DeliveryStatus;

  @Field(queryInteger(1, MAX_EVENT_ID), {
    optional: true,
    description: 'Only the deliveries of this event',
  })
  eventId?: number;
}
