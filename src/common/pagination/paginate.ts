import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { Page } from '../envelope/envelope';
import { type PageQuery, pageWindow } from './list-query';
import { type Sort, sortText } from './sort';

/**
 * One page of a query.
 */
export async function paginate<Row extends ObjectLiteral & { id: number }>(
  query: SelectQueryBuilder<Row>,
  window: PageQuery,
  sort: Sort,
): Promise<Page<Row>> {
  const { page, perPage, offset } = pageWindow(window);
  const direction = sort.direction === 'asc' ? 'ASC' : 'DESC';
  query.orderBy(`${query.alias}.${sort.field}`, direction, 'NULLS LAST');
  if (sort.field !== 'id') query.addOrderBy(`${query.alias}.id`, 'ASC');
  const [items, total] = await query.offset(offset).limit(perPage).getManyAndCount();
  return new Page(items, total, page, perPage, sortText(sort));
}
