import { Injectable } from '@nestjs/common';
import { Page } from '../../platform/http/envelope/envelope';
import { type PageQuery, pageWindow } from '../../platform/http/pagination/list-query';
import { sortText } from '../../platform/http/pagination/sort';
import { Database } from '../../platform/database/database';
import { type AuditFilters, conditionsOf } from './audit-filters';
import { NEWEST_FIRST, orderOf } from './audit-order';
import type { AuditRow } from './audit-row';

/** A page past the end has no entries; the query then returns one row that holds only the total. */
type PageRow = { readonly total: number } & (AuditRow | { readonly id: null });

/** Reads the audit trail. */
@Injectable()
export class AuditQueries {
  constructor(private readonly database: Database) {}

  /** One page and the exact total, from the same snapshot. */
  async page(filters: AuditFilters, window: PageQuery, sort = NEWEST_FIRST): Promise<Page<AuditRow>> {
    const { page, perPage, offset } = pageWindow(window);
    const { clauses, values } = conditionsOf(filters);
    const all = `from audit_entries e where ${clauses.join(' and ')}`;
    // Not prepared: the best index depends on the values of the filters.
    const statement = {
      name: '',
      text: `
        with page as (
          select e.id ${all} ${orderOf(sort, 'e')} limit $${values.length + 1} offset $${values.length + 2}
        )
        select counted.total, shown.* from (select count(*)::int as total ${all}) counted
        left join (
          select e.id::float8 as id, e.at, e.via, e.user_id, u.name as user_name, e.api_key_id, e.request_id, e.action,
            e.resource, e.resource_id, e.before, e.after
          from audit_entries e left join users u on u.id = e.user_id where e.id in (select id from page)
        ) shown on true
        ${orderOf(sort, 'shown')}`,
    };
    const rows = await this.database.rows<PageRow>(statement, [...values, perPage, offset]);
    const items = rows.filter((row): row is PageRow & AuditRow => row.id !== null);
    return new Page(items, rows[0]?.total ?? 0, page, perPage, sortText(sort));
  }
}
