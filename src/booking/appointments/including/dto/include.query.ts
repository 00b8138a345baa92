import { Field } from '../../../../platform/http/validation/field';
import { queryWords } from '../../../../platform/http/validation/query-types';
import { PageQuery } from '../../../../platform/http/pagination/list-query';

/** The resources that an answer can show beside their ids. */
export const INCLUDABLE = ['customer', 'service', 'provider', 'location'] as const;
export type Includable = (typeof INCLUDABLE)[number];

/** Declares the parameter `include` of a query. */
export function IncludeField(): PropertyDecorator {
  return Field(queryWords(INCLUDABLE), {
    optional: true,
    example: 'customer,service',
    description: 'Resources to show whole beside their ids, one or several, such as `customer,service`',
  });
}

/** Query of GET /appointments/{id}. */
export class IncludeQuery {
  @IncludeField()
  include?: Includable[];
}

/** Query of the lists of a customer's appointments. */
export class IncludePageQuery extends PageQuery {
  @IncludeField()
  include?: Includable[];
}
