import { PageQuery } from '../../../../platform/http/pagination/list-query';
import { sortBy } from '../../../../platform/http/pagination/sort';
import { queryInteger } from '../../../../platform/http/validation/query-types';
import { oneOf } from '../../../../platform/http/validation/text-types';
import { DELIVERY_STATUSES } from '../delivery-status';
import { InputOf, optional } from '../../../../platform/http/validation/members';

/** The longest number that a query may have. */
const MAX_EVENT_ID = 999_999_999_999_999;

export class DeliveryListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(['id']), { default: 'id:desc' }),
  status: optional(oneOf(DELIVERY_STATUSES), { description: 'Only the deliveries in this state' }),
  eventId: optional(queryInteger(1, MAX_EVENT_ID), { description: 'Only the deliveries of this event' }),
}) {}
