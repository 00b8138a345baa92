import type { Type } from '@nestjs/common';
import type { ColumnOptions, ColumnType } from 'typeorm';
import { blankRecord } from '../values/quick-objects';

/** A row before or after a change, as the audit trail keeps it: its columns and their values. Instants are ISO 8601 with an offset. */
export type AuditedRow = Readonly<Record<string, unknown>>;

/**
 * What a column holds. `person`: what is known of a customer; `contact`: how to reach one, and what staff note of one; `staff`: what is
 * known of a user; `money`: prices and payments; `secret`: no answer shows it, and the audit trail says only that it is set.
 */
export type Content = 'plain' | 'person' | 'contact' | 'staff' | 'money' | 'secret';

type Held<Value> =
  | { readonly holds?: Exclude<Content, 'person' | 'contact'> }
  | {
      readonly holds: 'person' | 'contact';
      /** What an erasure of the customer leaves in it. */
      readonly erased: Value | null;
    };

/** What follows from a column. `holds` stands at each column of an audited table: `test/platform/database/columns.spec.ts` names others. */
export type ColumnFacts<Value = unknown> = Held<Value> & {
  /** What entries of the audit trail mean that are older than the column, where that is not null. */
  readonly formerly?: Value;
  /** The audit trail leaves it out: its trigger says so, too. */
  readonly isUnaudited?: true;
  /** No answer shows it: its change alone is no event. */
  readonly isUnseen?: true;
  /** A change of it alone makes no time bookable, so the waitlist does not look. */
  readonly isTimeless?: true;
};

/** What TypeORM knows of a column. */
export interface Stored extends Omit<ColumnOptions, 'default'> {
  readonly type: ColumnType;
  readonly default?: unknown;
  /** The entity whose id it holds. Its name, where its file lies in a folder above. */
  readonly references?: string | (() => Type) | undefined;
  /** Left out: a row that is referenced cannot be deleted. */
  readonly onDelete?: 'CASCADE' | 'SET NULL' | undefined;
  /** SQL that computes the value: no table has the column. */
  readonly query?: (alias: string) => string;
}

/** A column of a table (`entity-columns.ts` has its kinds), and how its values are read and written. */
export type Column<Value = unknown> = ColumnFacts & {
  /** In the table. */
  readonly name: string;
  readonly stored: Stored;
  /** Reads the value from a row that the audit trail keeps. */
  parse(value: unknown): Value;
  /** @returns SQL that selects the value. @param column the column, such as `a.notes` */
  read(column: string): string;
  /** @returns the parameter that stands for the value in a statement */
  write(value: Value): unknown;
};

/** A table by the members of its rows. */
export type Columns = Readonly<Record<string, Column>>;

/** The row that some columns describe. */
export type ValuesOf<Described extends Columns> = {
  readonly [Member in keyof Described]: ReturnType<Described[Member]['parse']>;
};

export const PLAIN = { holds: 'plain' } as const;
export const TIMELESS = { holds: 'plain', isTimeless: true } as const;
export const STAFF = { holds: 'staff', isTimeless: true } as const;
export const SECRET = { holds: 'secret', isUnseen: true, isTimeless: true } as const;
/** What only the service itself reads. */
export const INTERNAL = { holds: 'plain', isUnaudited: true, isUnseen: true } as const;
export const METADATA = { holds: 'plain', formerly: {}, isTimeless: true } as const;

/** The audit trail leaves it out, and answers show it. */
export const UNAUDITED = { holds: 'plain', isUnaudited: true } as const;

/** The audit trail tells that a link was ended; no answer and no event does. */
export const LINK_COUNTER = { holds: 'plain', formerly: 0, isUnseen: true, isTimeless: true } as const;

/** Names the columns by their members, where they have no name yet. */
export function columnsOf<Described extends Columns>(described: Described): Described {
  const named = Object.entries(described).map(([member, each]) => [
    member,
    { ...each, name: each.name === '' ? columnName(member) : each.name },
  ]);
  return Object.fromEntries(named) as Described;
}

/** Members are camelCase, columns snake_case. */
export function columnName(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** All columns but some. */
export function withoutColumns<Described extends Columns, Member extends keyof Described>(
  columns: Described,
  members: readonly Member[],
): Omit<Described, Member> {
  const rest = Object.entries(columns).filter(([member]) => !(members as readonly string[]).includes(member));
  return Object.fromEntries(rest) as Omit<Described, Member>;
}

/** Some columns. */
export function onlyColumns<Described extends Columns, Member extends keyof Described>(
  columns: Described,
  members: readonly Member[],
): Pick<Described, Member> {
  const named = members.map((member) => [member, columns[member]] as const);
  return Object.fromEntries(named) as Pick<Described, Member>;
}

/** Some columns, of a row that may not be there: their values are null then. */
export function some<Described extends Columns, Member extends keyof Described & string>(
  columns: Described,
  members: readonly Member[],
): { readonly [Name in Member]: Column<ReturnType<Described[Name]['parse']> | null> } {
  return Object.fromEntries(members.map((member) => [member, columns[member]])) as never;
}

/** The names of the columns, or of some of them. */
export function namesOf(columns: Columns, which: (column: Column) => boolean = () => true): string[] {
  return Object.values(columns)
    .filter(which)
    .map(({ name }) => name);
}

/** Selects members, each under its name. @param alias of the table */
export function selectOf(columns: Columns, alias: string): string {
  return Object.entries(columns)
    .map(([member, each]) => `${each.read(`${alias}.${each.name}`)} as "${member}"`)
    .join(', ');
}

/** The columns of an INSERT, and its values, which have the names of their columns (`named`). */
export function insertOf(columns: Columns): string {
  const names = namesOf(columns);
  return `(${names.join(', ')}) values (${names.map((name) => `:${name}`).join(', ')})`;
}

/** The parameters that write a row, in the order of the columns. */
export function parametersOf<Described extends Columns>(
  columns: Described,
  values: ValuesOf<Described>,
): unknown[] {
  return Object.entries(columns).map(([member, each]) => each.write(values[member]));
}

/** The columns that an erasure of the customer empties, and what it leaves in them. */
export function erasedValues(columns: Columns): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.values(columns).flatMap((each) => ('erased' in each ? [[each.name, each.erased]] : [])),
  );
}

/** Reads rows that the audit trail keeps. Columns that it leaves out are null. */
export function trailReader<Described extends Columns>(
  columns: Described,
): (row: AuditedRow) => ValuesOf<Described> {
  const members = Object.entries(columns);
  const blank = blankRecord(Object.keys(columns));
  return (row) => {
    const values: Record<string, unknown> = { ...blank };
    for (const [member, each] of members) values[member] = each.parse(row[each.name] ?? each.formerly);
    // A record loses which members there are: those of the columns.
    return values as ValuesOf<Described>;
  };
}

/** The SQL of an instant as epoch ms. `extract` computes a decimal number, which takes four times as long. */
export function epochMs(instant: string): string {
  return `round(date_part('epoch', ${instant}) * 1000)`;
}
