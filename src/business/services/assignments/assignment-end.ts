import type { Statement } from '../../../platform/database/database';

/** The statements that write the list of one provider or of one service; `$1` is its id, `$2` the ids of its list. */
export interface AssignmentEnd {
  readonly remove: Statement;
  readonly add: Statement;
  readonly beginList: Statement;
  readonly endList: Statement;
  /** Removes the assignments that the list of the other end does not name. */
  readonly removeUnlisted: Statement;
}

interface End {
  readonly table: string;
  /** The column of `provider_services` that refers to the table. */
  readonly column: string;
  /** The column of the table that says whether a row has a list. */
  readonly flag: string;
}

const PROVIDERS: End = { table: 'providers', column: 'provider_id', flag: 'lists_services' };
const SERVICES: End = { table: 'services', column: 'service_id', flag: 'lists_providers' };

export const PROVIDER_END = statementsOf(PROVIDERS, SERVICES);
export const SERVICE_END = statementsOf(SERVICES, PROVIDERS);

function statementsOf(own: End, other: End): AssignmentEnd {
  const statement = (name: string, text: string) => ({ name: `assignments.${own.table}.${name}`, text });
  return {
    remove: statement(
      'remove',
      `delete from provider_services where ${own.column} = $1 and ${other.column} <> all ($2::int[])`,
    ),
    add: statement(
      'add',
      `insert into provider_services (${own.column}, ${other.column})
       select $1::int, unnest($2::int[]) on conflict do nothing`,
    ),
    beginList: statement(
      'begin-list',
      `update ${own.table} set ${own.flag} = true where id = $1 and not ${own.flag}`,
    ),
    endList: statement(
      'end-list',
      `update ${own.table} set ${own.flag} = false where id = $1 and ${own.flag}`,
    ),
    removeUnlisted: statement(
      'remove-unlisted',
      `delete from provider_services a using ${other.table} o
       where a.${own.column} = $1 and o.id = a.${other.column} and not o.${other.flag}`,
    ),
  };
}
