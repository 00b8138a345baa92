import { blankRecord } from '../values/quick-objects';
import type { Interval } from '../time/interval';

/** A row before or after a change, as the audit trail keeps it: its columns and their values. Instants are ISO 8601 with an offset. */
export type AuditedRow = Readonly<Record<string, unknown>>;

/**
 * One description of each audited table: its columns, and what follows from each of them. It lies in the file of the entity, as plain data.
 * SQL lists, types of rows, events, erasure and the waitlist take from it what they need. `test/platform/database/columns.spec.ts`
 * names a column that no description has.
 */

/**
 * What a column holds. `person`: what is known of a customer; `contact`: how to reach one, and what staff note of one; `staff`: what is
 * known of a user; `money`: prices and payments; `secret`: no answer shows it, and the audit trail says only that it is set.
 */
export type Content = 'plain' | 'person' | 'contact' | 'staff' | 'money' | 'secret';

type Held<Value> =
  | { readonly holds: Exclude<Content, 'person' | 'contact'> }
  | {
      readonly holds: 'person' | 'contact';
      /** What an erasure of the customer leaves in it. */
      readonly erased: Value | null;
    };

/** What follows from a column. */
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

/** A column, and how its value is read from a row that the audit trail keeps. */
export type Column<Value = unknown> = ColumnFacts & {
  readonly name: string;
  parse(value: unknown): Value;
};

/** A column that the service reads and writes by SQL of its own. */
export type SqlColumn<Value> = Column<Value> & {
  /** @returns SQL that selects the value. @param column the column, such as `a.notes` */
  read(column: string): string;
  /** @returns the parameter that stands for the value in a statement */
  write(value: Value): unknown;
};

/** A table by the members of its rows. */
export type Columns = Readonly<Record<string, Column>>;
type SqlColumns = Readonly<Record<string, SqlColumn<unknown>>>;

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

/** The audit trail tells that a link was ended; no answer and no event does. */
export const LINK_COUNTER = { holds: 'plain', formerly: 0, isUnseen: true, isTimeless: true } as const;

/** Facts of a column whose member is a Date. */
export const INSTANT = { ...PLAIN, isInstant: true } as const;
export const INTERNAL_INSTANT = { ...INTERNAL, isInstant: true } as const;

type MemberFacts<Value> = ColumnFacts<Value> & {
  /** Where it is not the member in snake_case. */
  readonly name?: string;
} & ([Extract<Value, Date>] extends [never] ? { readonly isInstant?: never } : { readonly isInstant: true });

/** Describes the columns of an entity by its members, all of them. */
export function columnsOf<Row extends object>(facts: {
  readonly [Member in keyof Row]-?: MemberFacts<Row[Member]>;
}): { readonly [Member in keyof Row]: Column<Row[Member]> } {
  const described = Object.entries(facts as Readonly<Record<string, { readonly isInstant?: true }>>).map(
    ([member, { isInstant, ...rest }]) => [
      member,
      { name: columnName(member), ...rest, parse: isInstant ? dateIn : valueIn },
    ],
  );
  return Object.fromEntries(described) as { readonly [Member in keyof Row]: Column<Row[Member]> };
}

/** Members are camelCase, columns snake_case. */
export function columnName(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A column whose value is the same in SQL and in the service. */
export function column<Value>(name: string, facts: ColumnFacts<Value>): SqlColumn<Value> {
  return {
    ...facts,
    name,
    read: (sql) => sql,
    write: (value) => value,
    parse: (value) => valueIn(value) as Value,
  };
}

/** May be null, and is when nothing sets it. */
export function nullable<Value>(name: string, facts: ColumnFacts<Value | null>) {
  return { ...column<Value | null>(name, facts), unset: null };
}

/** Epoch ms in the service. */
export function instant(name: string, facts: ColumnFacts<number> = PLAIN): SqlColumn<number> {
  return {
    ...facts,
    name,
    read: epochMs,
    write: (value) => new Date(value),
    parse: (text) => Date.parse(text as string),
  };
}

/** As `instant`; null when nothing sets it. */
export function nullableInstant(name: string, facts: ColumnFacts<number | null> = PLAIN) {
  const column: SqlColumn<number | null> = {
    ...facts,
    name,
    read: epochMs,
    write: (value) => (value === null ? null : new Date(value)),
    parse: (text) => (text == null ? null : Date.parse(text as string)),
  };
  return { ...column, unset: null };
}

/** Half-open, in epoch ms in the service. */
export function interval(name: string, facts: ColumnFacts<Interval>): SqlColumn<Interval> {
  return {
    ...column<Interval>(name, facts),
    read: (sql) =>
      `json_build_object('start', ${epochMs(`lower(${sql})`)}, 'end', ${epochMs(`upper(${sql})`)})`,
    write: ({ start, end }) => `[${new Date(start).toISOString()},${new Date(end).toISOString()})`,
  };
}

/** `YYYY-MM-DD`. The driver would make an instant of it. */
export function localDate(name: string, facts: ColumnFacts<string>): SqlColumn<string> {
  return { ...column<string>(name, facts), read: (sql) => `to_char(${sql}, 'YYYY-MM-DD')` };
}

/** `numeric`, which the driver gives as text. */
export function amount(name: string, facts: ColumnFacts<number | null>): SqlColumn<number | null> {
  return { ...column<number | null>(name, facts), read: (sql) => `${sql}::float8` };
}

/** All columns but some. */
export function withoutColumns<Described extends Columns, Member extends keyof Described>(
  columns: Described,
  members: readonly Member[],
): Omit<Described, Member> {
  const rest = Object.entries(columns).filter(([member]) => !(members as readonly string[]).includes(member));
  return Object.fromEntries(rest) as Omit<Described, Member>;
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
export function selectOf(columns: SqlColumns, alias: string): string {
  return Object.entries(columns)
    .map(([member, each]) => `${each.read(`${alias}.${each.name}`)} as "${member}"`)
    .join(', ');
}

/** The columns of an INSERT, and its values: the placeholders from $1 on. */
export function insertOf(columns: Columns): string {
  const names = namesOf(columns);
  return `(${names.join(', ')}) values (${names.map((_name, index) => `$${index + 1}`).join(', ')})`;
}

/** The parameters that write a row, in the order of the columns. */
export function parametersOf<Described extends SqlColumns>(
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

function valueIn(value: unknown): unknown {
  return value ?? null;
}

function dateIn(text: unknown): Date | null {
  return text == null ? null : new Date(text as string);
}

/** The SQL of an instant as epoch ms. `extract` computes a decimal number, which takes four times as long. */
export function epochMs(instant: string): string {
  return `round(date_part('epoch', ${instant}) * 1000)`;
}
