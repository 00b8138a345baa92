import type { Columns, ValuesOf } from './columns';
import type { Statement } from './statement';

/** A statement of which each value has a name. */
export interface NamedStatement extends Statement {
  /** In the order of their positions. */
  readonly names: readonly string[];
}

/** A name, such as `:now`; `::int` is a cast. */
const NAME = /(?<![:\w]):([a-z]\w*)/gi;

/** Gives the names in a text, such as `:now`, their positions. Parts of a statement need not agree on numbers. */
export function named(name: string, text: string): NamedStatement {
  const names = [...new Set([...text.matchAll(NAME)].map(([, found = '']) => found))];
  return { name, text: text.replaceAll(NAME, (_, found: string) => `$${names.indexOf(found) + 1}`), names };
}

/** The values of a statement, each at its position; others are left out. @throws Error when one is missing */
export function valuesFor(
  { name, names }: NamedStatement,
  values: Readonly<Record<string, unknown>>,
): readonly unknown[] {
  return names.map((each) => {
    if (values[each] === undefined) throw new Error(`${name} has no value for :${each}`);
    return values[each];
  });
}

/** The values that write a row, by the names of its columns. */
export function valuesByColumn<Described extends Columns>(
  columns: Described,
  values: ValuesOf<Described>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(columns).map(([member, each]) => [each.name, each.write(values[member])]),
  );
}
