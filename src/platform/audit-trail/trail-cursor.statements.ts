/** SQL about the cursor `n` of a reader of the audit trail: the row of `event_numbering`, or values with its columns. */

/** The id of the oldest transaction that has not ended. */
const OLDEST_RUNNING = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';

/** The members of a `ReadCursor`. The transaction gets an id only when there are gaps to set aside. */
export const CURSOR = `
  n.seen::float8 as seen, n.gaps, n.old_gaps as "oldGaps", n.horizon::text as horizon,
  ${OLDEST_RUNNING} >= n.horizon as "areOldGapsSettled",
  case when n.gaps <> '[]' then pg_current_xact_id()::text end as transaction`;

/** Whether there may be something to read, or gaps to give up. */
export const IS_BEHIND = `
  n.seen < coalesce((select max(id) from audit_entries), 0)
  or n.gaps || n.old_gaps <> '[]' and (
    n.old_gaps = '[]' or ${OLDEST_RUNNING} >= n.horizon or exists (select from (${inGaps('1')}) b)
  )`;

/** The entries that are committed and that the reader has not read, by id. @param most SQL of how many, or `all` */
export const unread = (most: string) => `
  select a.* from (
    (${inGaps(most)} order by b.id limit ${most})
    union all
    (select b.* from audit_entries b where b.id > n.seen order by b.id limit ${most})
  ) a
  order by a.id limit ${most}`;

/**
 * Reads the entries in each gap by their ids. A plain join would read the whole trail, because the planner knows neither how many gaps
 * there are nor how small they are. @param most of each gap
 */
function inGaps(most: string): string {
  return `
    select b.* from (
      select (gap ->> 0)::bigint as first, (gap ->> 1)::bigint as last from jsonb_array_elements(n.gaps || n.old_gaps) gap
    ) g cross join lateral (
      select * from audit_entries where id between g.first and g.last order by id limit ${most}
    ) b`;
}
