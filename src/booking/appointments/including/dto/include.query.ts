import { queryWords } from '../../../../platform/http/validation/query-types';
import { PageQuery } from '../../../../platform/http/pagination/list-query';
import { InputOf, optional } from '../../../../platform/http/validation/members';

/** The resources that a response can include, not only their ids. */
export const INCLUDABLE = ['customer', 'service', 'provider', 'location'] as const;
export type Includable = (typeof INCLUDABLE)[number];

export const INCLUDE = optional(queryWords(INCLUDABLE), {
  example: 'customer,service',
  description: 'Resources to show whole beside their ids, one or several, such as `customer,service`',
});

/** Query of GET /appointments/{id}. */
export class IncludeQuery extends InputOf({
  include: INCLUDE,
}) {}

/** Query of the lists of a customer's appointments. */
export class IncludePageQuery extends InputOf(PageQuery, {
  include: INCLUDE,
}) {}
