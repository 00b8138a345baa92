import { Injectable, type Type } from '@nestjs/common';
import type { EntityManager, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { Page } from './page';
import { type PageChoice, pageWindow } from './page-window';
import { type Sort, orderBy, sortText } from './order-by';
import { type Clause, joinClauses, type NamedClause, type Where } from './clause';
import { Database, opaqueToPlanner, type Statement } from '../database';
import { KnownReads } from './known-reads';
import { pageOf, selectWithTotal, type TotalRow } from './total-page';

/** Which rows of a table, and in which order. */
export interface ListRequest<Row> {
  readonly sort: Sort<string & keyof Row>;
  readonly where?: readonly Clause[];
  /** Whether the table has few rows, so that a page of it is a short read. */
  readonly isShort?: boolean;
}

/** Which page of a table. */
export interface PageRequest<Row> extends ListRequest<Row> {
  readonly window: PageChoice;
}

/** Columns that no answer shows, left out because parsing dates dominates the time it takes to read a list. */
const UNREAD = ['updatedAt', 'deletedAt'] as const;

/** A row as `EntityReads` reads it. */
export type ReadRow<Row> = Omit<Row, (typeof UNREAD)[number]>;

/**
 * Reads rows of one table, as its entity names the members, through prepared statements. TypeORM's query builder takes several
 * times as long as PostgreSQL for these reads (bench/README.md). The rows are for reading only and are never saved.
 */
@Injectable()
export class EntityReads {
  private readonly columns = new Map<EntityMetadata, string>();

  constructor(
    private readonly database: Database,
    private readonly known: KnownReads,
  ) {}

  /** Reads one row; undefined when there is none. @param clauses that it must also meet */
  async find<Row extends { id: number }>(
    entity: Type<Row>,
    id: number,
    clauses: readonly NamedClause[] = [],
    tx?: EntityManager,
  ): Promise<ReadRow<Row> | undefined> {
    const table = this.tableOf(entity);
    const where = joinClauses(clauses, 2);
    const statement = {
      // A prepared statement belongs to its name, so another condition needs another name.
      name: `${table.tableName}.find ${where.name}`,
      text: `select ${this.columnsOf(table)} from ${table.tableName} t where t.id = $1 and ${where.sql}`,
      isShort: true,
    };
    const [row] = await this.database.rows<ReadRow<Row>>(statement, [id, ...where.values], tx);
    return row;
  }

  /** Reads one page and the exact total at the same moment. */
  async page<Row extends { id: number }>(
    entity: Type<Row>,
    request: PageRequest<Row>,
  ): Promise<Page<ReadRow<Row>>> {
    const window = pageWindow(request.window);
    const { statement, values } = this.list(entity, request, [window.perPage, window.offset]);
    return this.known.page(statement, values, (rows: TotalRow<ReadRow<Row>>[]) =>
      pageOf(rows, window, request.sort),
    );
  }

  /**
   * Reads a page of a short list whose `length` was left out: the whole list, or pages of `limit` rows when it is longer.
   * `perPage` is then the number of rows there are, at least the default length.
   */
  async wholePage<Row extends { id: number }>(
    entity: Type<Row>,
    request: PageRequest<Row>,
    limit: number,
  ): Promise<Page<ReadRow<Row>>> {
    const { page, perPage } = pageWindow(request.window);
    const { statement, values } = this.list(entity, request, [limit, (page - 1) * limit], 'whole-list');
    return this.known.page(statement, values, (rows: TotalRow<ReadRow<Row>>[]) => {
      const total = rows[0]?.total ?? 0;
      return pageOf(rows, { page, perPage: Math.min(Math.max(total, perPage), limit) }, request.sort);
    });
  }

  /** Reads every row of the list. */
  async all<Row extends { id: number }>(
    entity: Type<Row>,
    request: ListRequest<Row>,
  ): Promise<ReadRow<Row>[]> {
    const { statement, values } = this.list(entity, request, [null, 0]);
    const rows = await this.database.rows<TotalRow<ReadRow<Row>>>(statement, values);
    return [...pageOf(rows, { page: 1, perPage: rows.length }, request.sort).items];
  }

  /** The SELECT of the rows `t` with some ids, as part of another statement. @param ids the placeholder of an array */
  selectByIds(entity: Type<{ id: number }>, ids: string): string {
    const table = this.tableOf(entity);
    return `select ${this.columnsOf(table)} from ${table.tableName} t where t.id = any (${ids})`;
  }

  private list<Row extends { id: number }>(
    entity: Type<Row>,
    { sort, where: clauses = [], isShort = false }: ListRequest<Row>,
    window: readonly [limit: number | null, offset: number],
    kind = 'list',
  ): { readonly statement: Statement; readonly values: readonly unknown[] } {
    const where = joinClauses(clauses);
    const statement = this.listing(this.tableOf(entity), sort, where, kind, isShort);
    return { statement, values: [...where.values, ...window] };
  }

  private listing(
    table: EntityMetadata,
    sort: Sort,
    { sql, name, values, isSearch }: Where,
    kind: string,
    isShort: boolean,
  ): Statement {
    const from = `from ${table.tableName} t where ${sql}`;
    const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`];
    const nameOf = (of: string) =>
      name === undefined ? '' : [table.tableName, of, name, sortText(sort)].join('.');
    if (!isSearch)
      return {
        name: nameOf(kind),
        text: this.listed(table, from, sort, `limit ${limit} offset ${offset}`),
        isShort,
      };
    // The plan of a search does not depend on the window.
    const window = `limit ${opaqueToPlanner(limit, 'bigint')} offset ${opaqueToPlanner(offset, 'bigint')}`;
    return { name: nameOf('search'), isSearch, text: this.searched(table, from, sort, window) };
  }

  /** Counts and sorts in two subqueries, because different indexes serve them. */
  private listed(table: EntityMetadata, from: string, sort: Sort, window: string): string {
    const order = orderOf(table, sort);
    const page = `select ${this.columnsOf(table)}, row_number() over (order by ${order}) as position
      ${from} order by ${order} ${window}`;
    return selectWithTotal(`select count(*)::int as total ${from}`, page, 'listed.position');
  }

  /** Finds all matches once, then counts and sorts them. Reading rows in order until enough match could read the whole table. */
  private searched(table: EntityMetadata, from: string, sort: Sort, window: string): string {
    const position = `row_number() over (order by ${orderOf(table, sort)}) as position`;
    const rows = `from ${table.tableName} t where t.id = any (array(select id from page))`;
    return `
      with found as materialized (select t.id, t.${columnOf(table, sort).databaseName} as sorted ${from}),
      page as (select id from found order by ${orderOfFound(table, sort)} ${window})
      ${selectWithTotal(
        'select count(*)::int as total from found',
        `select ${this.columnsOf(table)}, ${position} ${rows}`,
        'listed.position',
      )}`;
  }

  private tableOf(entity: Type): EntityMetadata {
    return this.database.manager.dataSource.getMetadata(entity);
  }

  private columnsOf(table: EntityMetadata): string {
    const known = this.columns.get(table);
    if (known !== undefined) return known;
    const columns = table.columns
      .filter(({ isSelect, propertyName }) => isSelect && !UNREAD.some((unread) => unread === propertyName))
      .map((column) => `${valueOf(column)} as "${column.propertyName}"`)
      .join(', ');
    this.columns.set(table, columns);
    return columns;
  }
}

/** SQL of a column of `t`. Numbers that arrive as text become doubles; dates, which the driver would make instants, `YYYY-MM-DD`. */
function valueOf({ databaseName, type, isVirtualProperty, query }: ColumnMetadata): string {
  if (isVirtualProperty && query !== undefined) return `(${query('t')})`;
  if (type === 'date') return `to_char(t.${databaseName}, 'YYYY-MM-DD')`;
  return type === 'numeric' || type === 'bigint' ? `t.${databaseName}::float8` : `t.${databaseName}`;
}

function orderOf(table: EntityMetadata, sort: Sort): string {
  const { databaseName, isNullable } = columnOf(table, sort);
  return orderBy(sort.direction, { column: `t.${databaseName}`, id: 't.id', isNullable });
}

/** The order of `found`, which has the id of a row and what it is sorted by. */
function orderOfFound(table: EntityMetadata, sort: Sort): string {
  const { databaseName, isNullable } = columnOf(table, sort);
  const column = databaseName === 'id' ? 'id' : 'sorted';
  return orderBy(sort.direction, { column, id: 'id', isNullable });
}

function columnOf(table: EntityMetadata, { field }: Sort): ColumnMetadata {
  const column = table.findColumnWithPropertyName(field);
  if (column === undefined) throw new Error(`${table.tableName} has no ${field}`);
  return column;
}
