import { Injectable } from '@nestjs/common';
import { joinClauses } from '../../platform/database/reads/clause';
import { Database } from '../../platform/database/database';
import { pageOf, selectWithTotal, type TotalRow } from '../../platform/database/reads/total-page';
import type { Page } from '../../platform/database/reads/page';
import type { PageQuery } from '../../platform/http/pagination/list-query';
import { pageWindow } from '../../platform/database/reads/page-window';
import { type AuditFilters, clausesOf, NEWEST_FIRST, orderOf } from './audit-selection';
import type { AuditRow } from './audit-row';

/** Selects AuditRows of the entries `e`. */
export const SELECT_ENTRIES = `
  select e.id::float8 as id, e.at, e.via, e.user_id, u.name as user_name, e.api_key_id, e.token_id, e.request_id,
    e.action, e.resource, e.resource_id, e.before, e.after, e.reason
  from audit_entries e left join users u on u.id = e.user_id`;

/** Reads the audit trail. */
@Injectable()
export class AuditQueries {
  constructor(private readonly database: Database) {}

  /** One page and the exact total, from the same snapshot. */
  async page(filters: AuditFilters, window: PageQuery, sort = NEWEST_FIRST): Promise<Page<AuditRow>> {
    const { page, perPage, offset } = pageWindow(window);
    const { sql, values } = joinClauses(clausesOf(filters));
    const all = `from audit_entries e where ${sql}`;
    const limit = `limit $${values.length + 1} offset $${values.length + 2}`;
    // Not prepared: the best index depends on the values of the filters.
    const statement = {
      name: '',
      text: `
        with page as (select e.id ${all} order by ${orderOf(sort, 'e')} ${limit})
        ${selectWithTotal(
          `select count(*)::int as total ${all}`,
          `${SELECT_ENTRIES} where e.id in (select id from page)`,
          orderOf(sort, 'listed'),
        )}`,
    };
    const rows = await this.database.rows<TotalRow<AuditRow>>(statement, [...values, perPage, offset]);
    return pageOf(rows, { page, perPage }, sort);
  }
}
