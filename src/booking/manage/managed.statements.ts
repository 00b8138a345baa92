import { contactOf, policyTextOf } from '../../business/locations/place-contact';
import { epochMs } from '../../platform/database/columns';
import type { Statement } from '../../platform/database/database';
import type { LinkKind } from '../links/link-token';
import { isExpected } from '../appointment-status';
import { selectState } from '../diary/rows/appointment-columns';
import type { Selection } from '../diary/locks/batch-lock';
import { isOffer, statusAt } from '../waitlist/waitlist-status';

/** The SQL of what links are about. $1 is its id, $2 the time zone of the business. */

/** What a service asks stands at one of its appointments: it may be much. @param counter SQL of the counter of the link */
const selectAppointments = (counter: string) => `
  select a.id, a.customer_id as "holderId", ${counter} as "linkCounter", a.link_counter as "ownCounter",
    c.erased_at is not null as "isErased", coalesce(a.attendee_language, c.language) as language,
    coalesce(a.attendee_timezone, c.timezone) as "customerTimezone", a.status, a.cancelled_by as "cancelledBy",
    ${epochMs('a.expires_at')} as "expiresAt",
    ${epochMs('a.start_at')} as start, ${epochMs('a.end_at')} as end, coalesce(l.timezone, p.timezone, $2) as timezone,
    a.service_id as "serviceId", a.provider_id as "providerId", a.location_id as "locationId", a.seats,
    s.name as "serviceName", u.name as "providerName", l.name as "locationName", l.address as "locationAddress",
    ${contactOf('l')} as contact,
    case when row_number() over (partition by a.service_id order by a.id) = 1 then s.questions end as questions,
    a.answers, s.cancel_until_min as "cancelUntilMin", s.move_until_min as "moveUntilMin",
    ${policyTextOf('s', 'l')} as "policyText", s.duration_options as "durationOptions", s.deleted_at is not null as "isServiceGone"
  from appointments a
  join customers c on c.id = a.customer_id
  join services s on s.id = a.service_id
  join users u on u.id = a.provider_id
  join providers p on p.id = a.provider_id
  left join locations l on l.id = a.location_id`;

/** An appointment of a visit has no link of its own. */
export const SELECT_APPOINTMENTS: Readonly<Record<Exclude<LinkKind, 'waitlist'>, Statement>> = {
  appointment: {
    name: 'manage.appointment',
    text: `${selectAppointments('a.link_counter')} where a.id = $1 and a.visit_id is null`,
  },
  series: {
    name: 'manage.series',
    text: `${selectAppointments('(select link_counter from series where id = $1)')}
      where a.series_id = $1 order by a.start_at, a.id`,
  },
  visit: {
    name: 'manage.visit',
    text: `${selectAppointments('(select link_counter from visits where id = $1)')}
      where a.visit_id = $1 order by a.start_at, a.id`,
  },
};

/** The entry $1 at the instant $3. */
export const SELECT_ENTRY: Statement = {
  name: 'manage.entry',
  text: `
    select e.id, e.customer_id as "holderId", e.link_counter as "linkCounter", c.erased_at is not null as "isErased",
      c.language, c.timezone as "customerTimezone", ${statusAt('e', 'h.id is not null', '$3')} as status,
      s.name as "serviceName", u.name as "providerName", l.name as "locationName", l.address as "locationAddress",
      ${contactOf('l')} as contact,
      to_char(e.first_on, 'YYYY-MM-DD') as "from", to_char(e.last_on, 'YYYY-MM-DD') as "to",
      e.appointment_id as "appointmentId", e.time_from_min as "timeFromMin", e.time_to_min as "timeToMin", e.weekdays,
      coalesce(l.timezone, p.timezone, $2) as timezone, ${epochMs('e.ends_at')} as "endsAt",
      case when h.id is not null then json_build_object('start', ${epochMs('h.start_at')}, 'end', ${epochMs('h.end_at')},
        'expiresAt', ${epochMs('h.expires_at')}, 'timezone', coalesce(hl.timezone, hp.timezone, $2),
        'providerName', hu.name, 'locationName', hl.name, 'locationAddress', hl.address,
        'contact', ${contactOf('hl')}) end as offer
    from waitlist_entries e
    join customers c on c.id = e.customer_id
    join services s on s.id = e.service_id
    left join users u on u.id = e.provider_id
    left join providers p on p.id = e.provider_id
    left join locations l on l.id = e.location_id
    left join holds h on ${isOffer('e', '$3')}
    left join users hu on hu.id = h.provider_id
    left join providers hp on hp.id = h.provider_id
    left join locations hl on hl.id = h.location_id
    where e.id = $1`,
};

const EXPECTED = `
  select a.id, ${selectState('a')} from appointments a
  where a.id = any ($1) and ${isExpected('a.status')} order by a.start_at, a.id`;

/** The appointments $1 that can be cancelled. */
export const SELECT_EXPECTED = {
  find: { name: 'manage.find-expected', text: EXPECTED },
  lock: { name: 'manage.lock-expected', text: `${EXPECTED} for no key update` },
} as const satisfies Selection;
