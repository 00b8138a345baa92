import { Injectable } from '@nestjs/common';
import { Page } from '../common/envelope/envelope';
import { type PageQuery, pageWindow } from '../common/pagination/list-query';
import { likePatterns } from '../common/pagination/search-words';
import { sortText } from '../common/pagination/sort';
import { Database, type Statement } from '../database/database';
import { type AppointmentFilters, type Conditions, conditionsOf } from './appointment-filters';
import { type AppointmentSort, BY_START, columnOf, orderOf } from './appointment-order';
import { type AppointmentRow, SELECT_APPOINTMENTS } from './appointment-row';
import { type Found, found, lookUp, type WordMatches } from './appointment-search';
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
    const words = likePatterns(q);
    const rows =
      words.length === 0
        ? await this.list(filters, sort, [perPage, offset])
        : await this.search(filters, sort, [perPage, offset], words);
    const items = rows.filter((row): row is PageRow & AppointmentRow => row.id !== null);
    return new Page(items, rows[0]?.total ?? 0, page, perPage, sortText(sort));
  }

  private list(filters: AppointmentFilters, sort: AppointmentSort, window: Window): Promise<PageRow[]> {
    const conditions = conditionsOf(filters);
    const values = [...conditions.values, ...window];
    const total = talliesOf(filters, 'total', values.length + 1);
    const statement = listPage(conditions, sort, limitAt(conditions.values.length + 1), total);
    return this.database.rows(statement, [...values, ...total.values]);
  }

  private async search(
    filters: AppointmentFilters,
    sort: AppointmentSort,
    window: Window,
    words: readonly string[],
  ): Promise<PageRow[]> {
    const [row] = await this.database.rows<Record<string, WordMatches>>(lookUp(words), words);
    const matches = Object.values(row ?? {});
    const { sql, values } = found(conditionsOf(filters), words, matches);
    const statement = searchPage(sql, sort, limitAt(values.length + 1));
    return this.database.rows(statement, [...values, ...window]);
  }
}

type Window = readonly [limit: number, offset: number];

function limitAt(index: number): string {
  return `limit $${index} offset $${index + 1}`;
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
function searchPage(sql: Found['sql'], sort: AppointmentSort, limit: string): Statement {
  return {
    name: '',
    text: `
      with found as materialized (${sql(`a.id, a.${columnOf(sort)} as sorted`)}),
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
