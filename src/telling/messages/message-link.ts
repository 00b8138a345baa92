import type { LinkKind } from '../../booking/links/link-token';

const linkTo = (kind: LinkKind, id: string, counter: string) =>
  `json_build_object('kind', '${kind}', 'id', ${id}, 'linkCounter', ${counter}, 'holderId', n.customer_id)`;

/** SQL of the Link of the message `n`; of one about several appointments that of their series or visit. */
export const LINK_OF_MESSAGE = `
  case when n.waitlist_entry_id is not null then (
    select ${linkTo('waitlist', 'e.id', 'e.link_counter')} from waitlist_entries e
    where e.id = n.waitlist_entry_id and e.customer_id = n.customer_id
  ) else (
    select case
      when a.visit_id is not null
        then ${linkTo('visit', 'a.visit_id', '(select v.link_counter from visits v where v.id = a.visit_id)')}
      when a.series_id is not null and n.snapshot ? 'others'
        then ${linkTo('series', 'a.series_id', '(select r.link_counter from series r where r.id = a.series_id)')}
      else ${linkTo('appointment', 'a.id', 'a.link_counter')} end
    from appointments a where a.id = n.appointment_id and a.customer_id = n.customer_id
  ) end`;
