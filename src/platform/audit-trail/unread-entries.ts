/** SQL of the audit entries that have no event yet. `EventNumbering` numbers them. */

/** The ids in the gaps of `event_numbering n`, as ranges `g`. */
const GAPS = `
  (select (gap ->> 0)::bigint as first, (gap ->> 1)::bigint as last
   from jsonb_array_elements(n.gaps || n.old_gaps) gap) g`;

/**
 * The entries in the gaps, one gap after the other by their ids. Joined to the gaps, the whole trail would be read for its few entries in
 * them: the planner knows neither how many gaps there are nor how small they are. @param most of each gap
 */
export const inGaps = (most: string) => `
  ${GAPS} cross join lateral
  (select * from audit_entries where id between g.first and g.last order by id limit ${most}) b`;

/** The ids of the entries that are committed and that `event_numbering n` does not count yet. */
export const UNNUMBERED = `
  select b.id from ${inGaps('all')}
  union all
  select id from audit_entries where id > n.seen`;
