import { Injectable } from '@nestjs/common';
import type { Page } from '../../../platform/database/reads/page';
import type { Hidden } from '../../../platform/restrictions';
import type { PageQuery } from '../../../platform/http/pagination/list-query';
import { pageWindow } from '../../../platform/database/reads/page-window';
import { likePatterns } from '../../../platform/database/reads/search-words';
import { sortText } from '../../../platform/database/reads/order-by';
import { KnownReads } from '../../../platform/database/reads/known-reads';
import { pageOf, selectWithTotal, type TotalRow } from '../../../platform/database/reads/total-page';
import { Database, opaqueToPlanner, type Statement } from '../../../platform/database/database';
import {
  type AppointmentFilters,
  type AppointmentWhere,
  asShown,
  type BranchedWhere,
  branchesOf,
  whereOf,
} from './appointment-filters';
import { type AppointmentSort, BY_START, columnOf, orderOf, orderOfRows } from './appointment-order';
import { ToldGuests } from '../../guests/told-guests';
import {
  type AppointmentRow,
  SELECT_APPOINTMENTS,
  type ToldAppointment,
} from '../../diary/rows/appointment-row';
import { type CommonPageQuery, commonPage, isReadInOrder } from './common-search';
import { CommonSearches, MAX_EXACT_TOTAL } from './common-searches';
import { lookUpWords, type WordMatches } from './word-lookup';
import { matchFilters, type MatchQuery, matchWord, matchWords } from './word-search';
import { type CountQuery, countQuery, selectTotal } from './count-query';

export interface AppointmentPageRequest {
  readonly filters: AppointmentFilters;
  readonly window: PageQuery;
  readonly sort?: AppointmentSort | undefined;
  /** Every word must be found. */
  readonly q?: string | undefined;
  /** What the caller's key hides: words are not found there. */
  readonly hides?: readonly Hidden[] | undefined;
}

/** The largest offset of a short read: an index gives the rows before it in a fraction of a millisecond. */
const FARTHEST_SHORT = 1_000;

type PageRow = TotalRow<AppointmentRow>;

interface Found {
  readonly rows: PageRow[];
  /** Whether there are more than `MAX_EXACT_TOTAL`. */
  readonly isCommon: boolean;
}

/** Reads pages of appointments, with the names of what their ids name. */
@Injectable()
export class AppointmentPages {
  constructor(
    private readonly database: Database,
    private readonly known: KnownReads,
    private readonly commonSearches: CommonSearches,
    private readonly guests: ToldGuests,
  ) {}

  /** As a key is told it. */
  async page(request: AppointmentPageRequest): Promise<Page<ToldAppointment>> {
    const page = await this.find(request);
    const { reach } = request.filters;
    return reach === undefined
      ? page
      : page.with(await this.guests.tell({ reach }, 'appointments', page.items));
  }

  /**
   * One statement reads the page and the exact total, at the same moment. The total of a search for words that finds more than
   * `MAX_EXACT_TOTAL` is that number, and `at least`.
   */
  private async find(request: AppointmentPageRequest): Promise<Page<AppointmentRow>> {
    const { window, sort = BY_START, q, hides = [] } = request;
    const { page, perPage, offset } = pageWindow(window);
    const words = likePatterns(q);
    const filters = asShown(request.filters, words);
    if (words.length > 0) {
      const seen = hides.includes('contacts') ? { ...filters, wordsWithoutContacts: words } : filters;
      const { rows, isCommon } = await this.search(seen, sort, [perPage, offset], words);
      return pageOf(rows, { page, perPage }, sort, isCommon ? MAX_EXACT_TOTAL : undefined);
    }
    const make = (rows: PageRow[]) => pageOf(rows, { page, perPage }, sort);
    if (filters.metadata === undefined) return this.list(filters, sort, [perPage, offset], make);
    return make(await this.allMatches(whereOf(filters), sort, [perPage, offset], words));
  }

  private list(
    filters: AppointmentFilters,
    sort: AppointmentSort,
    window: Window,
    make: (rows: PageRow[]) => Page<AppointmentRow>,
  ): Promise<Page<AppointmentRow>> {
    const branched = branchesOf(filters);
    const where = branched ?? whereOf(filters);
    const values = [...where.values, ...window];
    const total = countQuery(filters, 'total', values.length + 1);
    const [limit, offset] = windowOf(where.values, where.isPlain);
    const ids =
      branched === undefined
        ? idsOf(where, sort)
        : idsOfBranches(branched, sort, `${limit}::bigint + ${offset}::bigint`);
    const statement = listPage(where, sort, `${ids} limit ${limit} offset ${offset}`, total);
    const isNear = window[1] <= FARTHEST_SHORT && filters.reach?.locations === undefined;
    const isShort = where.isPlain && isNear && (filters.reach === undefined || branched !== undefined);
    return this.known.page({ ...statement, isShort }, [...values, ...total.values], make);
  }

  /** Decides from some of the matches whether a search is common: finding all of them takes several times as long. */
  private async search(
    filters: AppointmentFilters,
    sort: AppointmentSort,
    window: Window,
    words: readonly string[],
  ): Promise<Found> {
    const where = whereOf(filters);
    const find = async (most?: number) => foundRows(await this.allMatches(where, sort, window, words, most));
    if (!isReadInOrder(sort, window)) return find();
    const search = JSON.stringify([where.name, where.values, words]);
    const some = await this.commonSearches.countUnknown(search, () => find(MAX_EXACT_TOTAL + 1));
    if (some?.isCommon === false) return some;
    const rows = await this.sortedPage(where, sort, window, words);
    return rows.length === window[0] ? { rows, isCommon: true } : find();
  }

  /** @param most stops after so many matches, in no order: the page is right only when there are fewer */
  private async allMatches(
    where: AppointmentWhere,
    sort: AppointmentSort,
    window: Window,
    words: readonly string[],
    most?: number,
  ): Promise<PageRow[]> {
    const matching = await this.matchQuery(where, words);
    return this.database.rows(searchPage(matching, sort, most), [...matching.values, ...window]);
  }

  /** The page of a common search, from the first appointments of the order. It is too short when they do not hold all of its rows. */
  private async sortedPage(
    where: AppointmentWhere,
    sort: AppointmentSort,
    window: Window,
    words: readonly string[],
  ): Promise<PageRow[]> {
    const page = commonPage(where, words, sort, window);
    const rows = await this.database.rows<PageRow>(sortedPageQuery(page, sort), page.values);
    return rows.filter(({ id }) => id !== null);
  }

  private async matchQuery(where: AppointmentWhere, words: readonly string[]): Promise<MatchQuery> {
    const [word, ...others] = words;
    if (word === undefined) return matchFilters(where);
    if (others.length === 0) return matchWord(where, word);
    const found = await this.database.one<Record<string, WordMatches>>(lookUpWords(words), words);
    return matchWords(where, words, Object.values(found));
  }
}

type Window = readonly [limit: number, offset: number];

/**
 * The LIMIT and OFFSET, whose placeholders follow those of `values`.
 * @param isOpaque hides the two numbers from the planner. Where the plan does not depend on them, the planner then plans once
 * and not for each request, which takes longer than reading the page. With filters, seeing them gives better plans.
 */
function windowOf(values: readonly unknown[], isOpaque: boolean): readonly [limit: string, offset: string] {
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`] as const;
  return isOpaque ? [opaqueToPlanner(limit, 'bigint'), opaqueToPlanner(offset, 'bigint')] : [limit, offset];
}

function limitOf(values: readonly unknown[], isOpaque: boolean): string {
  const [limit, offset] = windowOf(values, isOpaque);
  return `limit ${limit} offset ${offset}`;
}

/** The SELECT of the ids of a list, in its order. */
function idsOf({ from, sql }: AppointmentWhere, sort: AppointmentSort): string {
  return `select a.id from ${from} a where ${sql} order by ${orderOf(sort, 'a')}`;
}

/** The same, from the first appointments of each branch. @param most how many of a branch the page can need */
function idsOfBranches({ branches, sql }: BranchedWhere, sort: AppointmentSort, most: string): string {
  const columns = [...new Set(['id', columnOf(sort)])].map((column) => `a.${column}`).join(', ');
  const order = orderOf(sort, 'a');
  const selects = branches.map(
    (branch) =>
      `(select ${columns} from appointments a where ${branch} and ${sql} order by ${order} limit ${most})`,
  );
  return `select a.id from (${selects.join(' union all ')}) a order by ${order}`;
}

/** Counts and sorts in two subqueries, because each is served by another index. @param ids the SELECT of the ids of the page */
function listPage(where: AppointmentWhere, sort: AppointmentSort, ids: string, total: CountQuery): Statement {
  return {
    name: `appointments.page.${where.name}.${total.shape}.${sortText(sort)}`,
    text: `
      with page as (${ids})
      ${rowsOfPage(selectTotal(total), sort)}`,
  };
}

function foundRows(rows: PageRow[]): Found {
  return { rows, isCommon: (rows[0]?.total ?? 0) > MAX_EXACT_TOTAL };
}

/** Searches once, then counts and sorts the matches. @param most finds no more than these */
function searchPage({ shape, sql, values }: MatchQuery, sort: AppointmentSort, most?: number): Statement {
  const [kind, limit] = most === undefined ? ['search', ''] : ['search-some', `limit ${most}`];
  return {
    name: shape === undefined ? '' : `appointments.${kind}.${shape}.${sortText(sort)}`,
    isSearch: true,
    text: `
      with found as materialized (${sql(`a.id, a.${columnOf(sort)} as sorted`)} ${limit}),
      page as (select id from found order by sorted ${sort.direction}, id ${limitOf(values, shape !== undefined)})
      ${rowsOfPage('select count(*)::int as total from found', sort)}`,
  };
}

function sortedPageQuery({ shape, sql }: CommonPageQuery, sort: AppointmentSort): Statement {
  return {
    name: shape === undefined ? '' : `appointments.common.${shape}.${sortText(sort)}`,
    isSearch: true,
    text: `with page as (${sql}) ${rowsOfPage(`select ${MAX_EXACT_TOTAL} as total`, sort)}`,
  };
}

/** Joins names to the rows of the page alone. The ids are an array, because the planner expects an array to be short. */
function rowsOfPage(total: string, sort: AppointmentSort): string {
  const rows = `${SELECT_APPOINTMENTS} where a.id = any (array(select id from page))`;
  return selectWithTotal(total, rows, orderOfRows(sort, 'listed'));
}
