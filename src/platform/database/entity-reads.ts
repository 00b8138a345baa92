import { Injectable, type Type } from '@nestjs/common';
import type { EntityMetadata } from 'typeorm';
import { Page } from '../http/envelope/envelope';
import { type PageQuery, pageWindow } from '../http/pagination/list-query';
import { type Sort, sortText } from '../http/pagination/sort';
import type { Clause } from './clause';
import { Database, type Statement } from './database';

/** Which page of a table. */
export interface PageRequest<Row> {
  readonly window: PageQuery;
  readonly sort: Sort<string & keyof Row>;
  readonly where?: readonly Clause[];
}

/** A row of a page; one that has none comes all the same, for the total. */
type Listed<Row> = { readonly total: number } & (Row | { readonly id: null });

/** Bookkeeping that no list shows: dates are what takes longest to read. Left out, though the entity has them. */
const UNSEEN = ['updatedAt', 'deletedAt'];

/**
 * Reads rows of one table as what their entity has, through prepared statements: what is shown most often is not worth
 * the query builder, which takes several times as long as PostgreSQL (bench/README.md). Rows are read, never saved.
 */
@Injectable()
export class EntityReads {
  private readonly columns = new Map<EntityMetadata, string>();

  constructor(private readonly database: Database) {}

  /** One row, or undefined. @param and a condition without a value that it must meet */
  async find<Row extends { id: number }>(
    entity: Type<Row>,
    id: number,
    and = 'true',
  ): Promise<Row | undefined> {
    const table = this.tableOf(entity);
    const statement = {
      name: `${table.tableName}.find`,
      text: `select ${this.columnsOf(table)} from ${table.tableName} t where t.id = $1 and ${and}`,
    };
    const [row] = await this.database.rows<Row>(statement, [id]);
    return row;
  }

  /** One page and the exact total, at the same moment. */
  async page<Row extends { id: number }>(entity: Type<Row>, asked: PageRequest<Row>): Promise<Page<Row>> {
    const { page, perPage, offset } = pageWindow(asked.window);
    const { rows, total } = await this.list(entity, asked, [perPage, offset]);
    return new Page(rows, total, page, perPage, sortText(asked.sort));
  }

  /** The whole list as one page, however long; a page after it is empty. */
  async wholePage<Row extends { id: number }>(
    entity: Type<Row>,
    asked: PageRequest<Row>,
  ): Promise<Page<Row>> {
    const { page, perPage } = pageWindow(asked.window);
    const { rows, total } = await this.list(entity, asked, page === 1 ? [null, 0] : [0, 0]);
    return new Page(rows, total, page, Math.max(total, perPage), sortText(asked.sort));
  }

  /** All rows of the list. */
  async all<Row extends { id: number }>(
    entity: Type<Row>,
    asked: Omit<PageRequest<Row>, 'window'>,
  ): Promise<Row[]> {
    return (await this.list(entity, { ...asked, window: {} }, [null, 0])).rows;
  }

  private async list<Row extends { id: number }>(
    entity: Type<Row>,
    { sort, where = [] }: PageRequest<Row>,
    window: readonly [limit: number | null, offset: number],
  ): Promise<{ rows: Row[]; total: number }> {
    const statement = this.listing(this.tableOf(entity), sort, where);
    const values = [...where.flatMap((clause) => ('value' in clause ? [clause.value] : [])), ...window];
    const listed = await this.database.rows<Listed<Row>>(statement, values);
    return { rows: listed.filter(isRow), total: listed[0]?.total ?? 0 };
  }

  private listing(table: EntityMetadata, sort: Sort, where: readonly Clause[]): Statement {
    let values = 0;
    const clauses = where.map((clause) => ('value' in clause ? clause.sql(`$${++values}`) : clause.sql));
    const from = `from ${table.tableName} t where ${['true', ...clauses].join(' and ')}`;
    const window = `limit $${values + 1} offset $${values + 2}`;
    const names = where.map(({ name }) => name);
    return names.includes(undefined)
      ? { name: '', text: this.searched(table, from, sort, window) }
      : {
          name: [table.tableName, 'list', ...names, sortText(sort)].join('.'),
          text: this.listed(table, from, sort, window),
        };
  }

  /** Counted and sorted apart: an index does the one, another one the other. */
  private listed(table: EntityMetadata, from: string, sort: Sort, window: string): string {
    const order = orderOf(table, sort);
    return `
      select listed.*, counted.total from (select count(*)::int as total ${from}) counted
      left join (
        select ${this.columnsOf(table)}, row_number() over (order by ${order}) as position
        ${from} order by ${order} ${window}
      ) listed on true
      order by listed.position`;
  }

  /** Looked for once, then counted and sorted: walking the rows in their order until enough are found could take all of them. */
  private searched(table: EntityMetadata, from: string, sort: Sort, window: string): string {
    const order = orderOf(table, sort);
    return `
      with found as materialized (select t.id ${from}),
      page as (
        select t.*, row_number() over (order by ${order}) as position
        from ${table.tableName} t where t.id = any (array(select id from found)) order by ${order} ${window}
      )
      select listed.*, counted.total from (select count(*)::int as total from found) counted
      left join (select ${this.columnsOf(table)}, position from page t) listed on true
      order by listed.position`;
  }

  private tableOf(entity: Type): EntityMetadata {
    return this.database.manager.dataSource.getMetadata(entity);
  }

  private columnsOf(table: EntityMetadata): string {
    const known = this.columns.get(table);
    if (known !== undefined) return known;
    const columns = table.columns
      .filter(({ isSelect, propertyName }) => isSelect && !UNSEEN.includes(propertyName))
      .map(({ databaseName, propertyName, type }) => {
        const value = type === 'numeric' ? `t.${databaseName}::float8` : `t.${databaseName}`;
        return `${value} as "${propertyName}"`;
      })
      .join(', ');
    this.columns.set(table, columns);
    return columns;
  }
}

function isRow<Row extends { id: number }>(listed: Listed<Row>): listed is { total: number } & Row {
  return listed.id !== null;
}

/** Ties break on `id` ascending, nulls come last; where there are none, not saying so lets an index serve both ways. */
function orderOf(table: EntityMetadata, { field, direction }: Sort): string {
  if (field === 'id') return `t.id ${direction}`;
  const column = table.findColumnWithPropertyName(field);
  if (column === undefined) throw new Error(`${table.tableName} has no ${field}`);
  const nulls = column.isNullable ? ' nulls last' : '';
  return `t.${column.databaseName} ${direction}${nulls}, t.id`;
}
