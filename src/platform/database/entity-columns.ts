import type { Type } from '@nestjs/common';
import {
  Column as StoredColumn,
  type ColumnOptions,
  type ColumnType,
  ForeignKey,
  VirtualColumn,
} from 'typeorm';
import type { Interval } from '../time/interval';
import * as columns from './columns';
import type { Column, ColumnFacts, Columns, Stored, ValuesOf } from './columns';

/**
 * The kinds of columns. A table is described once: a value that has its columns by the members of its rows. The class of the entity extends
 * `RowOf` of that value; SQL, events, the audit trail and erasures take what they need from the same value (`columns.ts`).
 */

/** What a description says of a column besides its type. */
type Described<Value> = ColumnFacts<NoInfer<Value>> &
  Pick<Stored, 'default' | 'select' | 'references' | 'onDelete'> & {
    /** Where it is not the member in snake_case. */
    readonly name?: string;
  };

/** A column whose value is the same in SQL and in the service. @param options of TypeORM */
export function column<Value>(
  type: ColumnType,
  described: Described<Value> = {},
  options: ColumnOptions = {},
): Column<Value> {
  const { name = '', default: fallback, select = true, references, onDelete, ...facts } = described;
  return {
    ...(facts as ColumnFacts),
    name,
    stored: { ...options, type, default: fallback, select, references, onDelete },
    read: (sql) => sql,
    write: (value) => value,
    parse: (value) => (value ?? null) as Value,
  };
}

/** A function that describes columns of one type. Their values may be narrower: `text<Status>(PLAIN)`. */
function kind<Base>(type: ColumnType, options?: ColumnOptions) {
  return <Value extends Base = Base>(described?: Described<Value>): Column<NoInfer<Value>> =>
    column<Value>(type, described, options);
}

export const text = kind<string>('text');
/** In the order of any language, not of the codes of its letters. */
export const sortedText = kind<string>('text', { collation: 'und-x-icu' });
export const texts = kind<readonly string[]>('text', { array: true });
export const int = kind<number>('int');
export const ints = kind<readonly number[]>('int', { array: true });
export const smallint = kind<number>('smallint');
export const bigint = kind<string>('bigint');
export const flag = kind<boolean>('boolean');
export const uuid = kind<string>('uuid');
export const bytes = kind<Buffer>('bytea');
export const json = kind<unknown>('jsonb');

/** The id of a row: an integer that PostgreSQL counts, unless the row is inserted with one. */
export function id<Value = number>(
  type: ColumnType = 'int',
  generatedIdentity: 'ALWAYS' | 'BY DEFAULT' = 'BY DEFAULT',
): Column<NoInfer<Value>> {
  return column<Value>(type, columns.PLAIN, { primary: true, generated: 'identity', generatedIdentity });
}

type Texts = Readonly<Record<string, string>>;

/** Texts of the integrators, by their keys. */
export function metadata(facts: ColumnFacts<Texts> = columns.METADATA): Column<Texts> {
  return json<Texts>({ ...facts, default: {} });
}

/** How often the link of the customer was ended: one more ends the link before. */
export function linkCounter(): Column<number> {
  return int({ ...columns.LINK_COUNTER, default: 0 });
}

/** A Date in the service; null in a row of the audit trail that leaves it out. */
export function timestamp(described?: Described<Date>): Column<Date> {
  return {
    ...column<Date>('timestamptz', described),
    parse: (value) => (value == null ? (null as never) : new Date(value as string)),
  };
}

/** Epoch ms in the service. */
export function instant(described?: Described<number>): Column<number> {
  const transformer = { to: dateAt, from: (date: Date | null) => date?.getTime() ?? null };
  return {
    ...column<number>('timestamptz', described, { transformer }),
    read: columns.epochMs,
    write: dateAt,
    parse: (value) => Date.parse(value as string),
  };
}

/** Half-open, in epoch ms in the service. */
export function interval(described?: Described<Interval>): Column<Interval> {
  return {
    ...column<Interval>('tstzrange', described),
    read: (sql) =>
      `json_build_object('start', ${columns.epochMs(`lower(${sql})`)}, 'end', ${columns.epochMs(`upper(${sql})`)})`,
    write: ({ start, end }) => `[${new Date(start).toISOString()},${new Date(end).toISOString()})`,
  };
}

/** `YYYY-MM-DD`. The driver would make an instant of it. */
export function localDate(described?: Described<string>): Column<string> {
  return { ...column<string>('date', described), read: (sql) => `to_char(${sql}, 'YYYY-MM-DD')` };
}

/** An amount of money with two decimals; null: there is none. The driver gives it as text. */
export function money(described: Described<number | null>): Column<number | null> {
  const options = { precision: 10, scale: 2, nullable: true, transformer: numeric };
  return { ...column<number | null>('numeric', described, options), read: (sql) => `${sql}::float8` };
}

/** Reads PostgreSQL's `numeric` as a number: a double is exact enough for amounts of money with two decimals. */
export const numeric = {
  to: (value: number | null | undefined) => value,
  from: (value: string | null): number | null => (value === null ? null : Number(value)),
};

/** A column that no table has: its value is computed whenever a row is read. @param query SQL, by the alias of the table */
export function computed<Value>(type: ColumnType, query: (alias: string) => string): Column<Value> {
  const described = column<Value>(type);
  return { ...described, stored: { ...described.stored, query } };
}

/** Of the primary key. */
export function primary<Value>(of: Column<Value>): Column<Value> {
  return { ...of, stored: { ...of.stored, primary: true } };
}

/** May be null, and is when nothing sets it. */
export function orNull<Value>(of: Column<Value>): Column<Value | null> & { readonly unset: null } {
  return {
    ...of,
    stored: { ...of.stored, nullable: true },
    write: (value) => (value === null ? null : of.write(value)),
    parse: (value) => (value == null ? null : of.parse(value)),
    unset: null,
  };
}

/** The class that an entity extends. Its rows have the members that the columns describe; the class itself has the `columns`. */
export function RowOf<Table extends Columns>(
  table: Table,
): Type<ValuesOf<Table>> & { readonly columns: Table } {
  class Row extends Object {
    static readonly columns = columns.columnsOf(table);
  }
  for (const [member, { name, stored }] of Object.entries(Row.columns)) {
    const { query, references, onDelete, ...options } = stored;
    const declare = query ? VirtualColumn(options.type, { query }) : StoredColumn({ ...options, name });
    declare(Row.prototype, member);
    if (references) ForeignKey(references, { onDelete })(Row.prototype, member);
  }
  return Row as Type<ValuesOf<Table>> & typeof Row;
}

function dateAt<Absent extends null | undefined>(epochMs: number | Absent): Date | Absent {
  return epochMs == null ? epochMs : new Date(epochMs);
}
