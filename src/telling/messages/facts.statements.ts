/** SQL: the facts of appointments that messages and calendar entries tell. */
import { contactOf } from '../../business/locations/place-contact';

/** SQL of an instant as epoch ms, a bigint: the form that facts keep. */
export function wholeMs(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::bigint`;
}

/** The date of the appointment `a` by the rule of its series. */
export const RECURS_ON = `case when a.series_id is not null
  then (select o.recurs_on from series_occurrences o where o.appointment_id = a.id) end`;

/** AppointmentFacts of the appointment `a`, as the members of a JSON object. `:zone` is that of the business. */
export const FACTS_NOW = `
      'serviceName', s.name, 'providerName', u.name, 'locationName', l.name, 'locationAddress', l.address,
      'contact', ${contactOf('l')}, 'status', a.status,
      'start', ${wholeMs('a.start_at')}, 'end', ${wholeMs('a.end_at')}, 'timezone', coalesce(l.timezone, p.timezone, :zone),
      'recursOn', ${RECURS_ON}`;

/** What they are read from. */
export const FACTS_FROM = `appointments a
  join services s on s.id = a.service_id
  join users u on u.id = a.provider_id
  join providers p on p.id = a.provider_id
  left join locations l on l.id = a.location_id`;
