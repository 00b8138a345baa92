import type { Statement } from '../database';

/** A statement with its values. */
export interface BoundStatement {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/**
 * One statement that gives the row of the first, and the rows of the others as JSON in members of that row. So all of them see one moment;
 * a statement after the other would also see what was committed in between.
 */
export function together(
  { statement: { name, text }, values }: BoundStatement,
  others: Readonly<Record<string, BoundStatement | undefined>>,
): BoundStatement {
  const all = { names: [name], members: ['first.*'], values: [...values] };
  for (const [member, other] of Object.entries(others)) {
    if (other === undefined) continue;
    const { length } = all.values;
    const rows = other.statement.text.replaceAll(/\$(\d+)/g, (_all, nth) => `$${length + Number(nth)}`);
    all.names.push(other.statement.name);
    all.members.push(`(select json_agg(other) from (${rows}) other) as "${member}"`);
    all.values.push(...other.values);
  }
  const statement = {
    name: all.names.join('+'),
    text: `select ${all.members.join(', ')} from (${text}) first`,
  };
  return { statement, values: all.values };
}
