import { Injectable } from '@nestjs/common';
import { Page } from '../common/envelope/envelope';
import { type PageQuery, pageWindow } from '../common/pagination/list-query';
import { likePatterns } from '../common/pagination/search-words';
import { sortText } from '../common/pagination/sort';
import { Database, type Statement } from '../database/database';
import { type AppointmentFilters, type Conditions, conditionsOf } from './appointment-filters';
import { type AppointmentSort, BY_START, columnOf, orderOf } from './appointment-order';
import { type AppointmentRow, SELECT_APPOINTMENTS } from './appointment-row';
import { candidates, hasWord, RARE } from './appointment-search';
import { type Tallies, talliesOf, totalOf } from './appointment-tallies';

/** Which page of which appointments. */
export interface AppointmentsAsked {
  readonly filters: AppointmentFilters;
  readonly window: PageQuery;
  readonly sort?: AppointmentSort | undefined;
  /** Words that must all be found. */
  readonly q?: string | undefined;
}

/** A page past the end has no row: one comes all the same, for the total. */
type PageRow = { readonly total: number } & (AppointmentRow | { readonly id: null });

/** Reads pages of appointments, with the names that are shown beside them. */
@Injectable()
export class AppointmentPages {
  constructor(private readonly database: Database) {}

  /** One page, and the exact total at the same moment. */
  async page({ filters, window, sort = BY_START, q }: AppointmentsAsked): Promise<Page<AppointmentRow>> {
    const { page, perPage, offset } = pageWindow(window);
    const conditions = conditionsOf(filters);
    const words = [...new Set(likePatterns(q))];
    const found = words.length === 0 ? conditions : await this.withWords(conditions, words);
    const limit = `limit $${found.values.length + 1} offset $${found.values.length + 2}`;
    const values = [...found.values, perPage, offset];
    const total = talliesOf(filters, 'total', values.length + 1);
    const rows =
      words.length === 0
        ? await this.database.rows<PageRow>(listPage(found, sort, limit, total), [...values, ...total.values])
        : await this.database.rows<PageRow>(searchPage(found, sort, limit), values);
    const items = rows.filter((row): row is PageRow & AppointmentRow => row.id !== null);
    return new Page(items, rows[0]?.total ?? 0, page, perPage, sortText(sort));
  }

  /** Narrowed to those that have all words: by the rarest, when there is a rare one, and then row by row. */
  private async withWords(conditions: Conditions, words: readonly string[]): Promise<Conditions> {
    const values = [...conditions.values, ...words];
    const patterns = words.map((_, index) => `$${conditions.values.length + index + 1}`);
    const [lists] = await this.database.rows<Record<string, number[]>>(
      candidates(conditions, patterns),
      values,
    );
    const [rarest = []] = Object.values(lists ?? {}).toSorted((a, b) => a.length - b.length);
    const clauses = [...conditions.clauses, ...patterns.map(hasWord)];
    if (rarest.length > RARE) return { ...conditions, clauses, values };
    const amongThem = `a.id = any ($${values.length + 1}::int[])`;
    return { ...conditions, clauses: [amongThem, ...clauses], values: [...values, rarest] };
  }
}

/** Counted and sorted apart: an index does the one, another one the other. */
function listPage(
  { letters, clauses }: Conditions,
  sort: AppointmentSort,
  limit: string,
  total: Tallies,
): Statement {
  return {
    name: `appointments.page.${letters}.${total.shape}.${sortText(sort)}`,
    text: `
      with page as (select a.id from appointments a where ${clauses.join(' and ')} ${orderOf(sort, 'a')} ${limit})
      ${rowsOfPage(totalOf(total), sort)}`,
  };
}

/** Looked for once, then counted and sorted. */
function searchPage({ clauses }: Conditions, sort: AppointmentSort, limit: string): Statement {
  const found = `select a.id, a.${columnOf(sort)} as sorted from appointments a where ${clauses.join(' and ')}`;
  return {
    name: '',
    text: `
      with found as materialized (${found}),
      page as (select id from found order by sorted ${sort.direction}, id ${limit})
      ${rowsOfPage('select count(*)::int as total from found', sort)}`,
  };
}

/** The rows of the page are looked up once it is known which they are. */
function rowsOfPage(total: string, sort: AppointmentSort): string {
  return `
    select counted.total, shown.* from (${total}) counted
    left join (${SELECT_APPOINTMENTS} where a.id in (select id from page)) shown on true
    ${orderOf(sort, 'shown')}`;
}
