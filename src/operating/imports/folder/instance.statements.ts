import type { Statement } from '../../../platform/database/database';

/** A full instance is not counted to its end. */
const ENOUGH = 1_000;

/** Those of some ids that users here have. */
export const FIND_USERS: Statement = {
  name: 'imports.find-users',
  text: 'select id, name from users where id = any ($1::int[]) order by id',
};

/** Others can read meanwhile, and not write: nothing comes between the look at an empty instance and its first row. */
export const lockTables = (tables: readonly string[]): Statement => ({
  name: 'imports.lock-tables',
  text: `lock table ${tables.join(', ')} in share row exclusive mode`,
});

/** Gives the tables that have rows, and how many, up to some. */
export const findData = (tables: readonly string[]): Statement => ({
  name: 'imports.find-data',
  text: `select * from (${tables
    .map(
      (table) =>
        `select '${table}' as "table", (select count(*)::int from (select from ${table} limit ${ENOUGH}) found) as count`,
    )
    .join(' union all ')}) tables where count > 0 order by 1`,
});

/** Lets PostgreSQL count the ids of new rows from the greatest on. A sequence that is further already keeps its value: null sets nothing. */
export const countOn = (tables: readonly string[]): Statement => ({
  name: 'imports.count-on',
  text: tables
    .map(
      (table) => `
    select setval(pg_get_serial_sequence('${table}', 'id'), case when max(id) >= (select last_value from ${table}_id_seq) then max(id) end)
    from ${table}`,
    )
    .join(' union all '),
});
