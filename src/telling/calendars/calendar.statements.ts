import { epochMs } from '../../platform/database/columns';
import type { Statement } from '../../platform/database/database';
import type { AndWithin } from '../../booking/reach';
import { takenBy } from '../../booking/appointments/taken-by';
import { LATEST_SEQUENCE, latestSequenceOf } from '../messages/message-sequence';
import { RECURS_ON } from '../messages/facts.statements';
import { sharedEntry, WITH_ENTRY } from '../messages/shared-entry';

/** The members of a CalendarRow of the appointment `a`. @param zone SQL: the time zone where neither the place nor the provider has one */
const rowOf = (zone: string, sequence = LATEST_SEQUENCE): string => `
    a.id, a.status, ${epochMs('a.start_at')} as start, ${epochMs('a.end_at')} as end,
    ${epochMs('a.created_at')} as "createdAt", ${epochMs('a.updated_at')} as "updatedAt", ${sequence} as sequence,
    s.name as "serviceName", u.name as "providerName", coalesce(l.timezone, p.timezone, ${zone}) as timezone,
    coalesce(a.attendee_name, trim(c.first_name || ' ' || c.last_name)) as "personName",
    l.name as "locationName", l.address as "locationAddress"`;

/** What the members are read from. @param appointments a relation */
const fromAppointments = (appointments = 'appointments'): string => `
  from ${appointments} a
  join customers c on c.id = a.customer_id
  join services s on s.id = a.service_id
  join users u on u.id = a.provider_id
  join providers p on p.id = a.provider_id
  left join locations l on l.id = a.location_id`;

/** The SELECT of a CalendarRow of each appointment `a`. @param zone as that of `rowOf` @param appointments a relation */
export const selectCalendarRows = (zone: string, appointments?: string): string =>
  `select ${rowOf(zone)} ${fromAppointments(appointments)}`;

/** The appointments $1, by their start. $2 is the time zone of the business. */
export const SELECT_ROWS: Statement = {
  name: 'calendars.rows',
  text: `${selectCalendarRows('$2')} where a.id = any ($1) order by a.start_at, a.id`,
};

/** The CalendarFileRow of appointment $1. $2 is the time zone of the business. @param within what a narrowed key sees, from $3 on */
export const selectFileRow = ({ name, sql }: Pick<AndWithin, 'name' | 'sql'>): Statement => ({
  name: `calendars.file-row${name}`,
  text: `
    select ${rowOf('$2', latestSequenceOf(LATEST_SEQUENCE))}, coalesce(a.attendee_language, c.language) as language,
      (${RECURS_ON})::text as "recursOn", (${sharedEntry()}) -> 'shared' as shared
    ${fromAppointments()} ${WITH_ENTRY} where a.id = $1${sql}`,
});

/**
 * The appointments that provider $1 gives or helps with and that start after $3: their ids by their start, when they are, and a digest of
 * all that the calendar shows of them. $2 is the time zone of the business. The digest is a sum, so that PostgreSQL needs no memory for the
 * texts.
 */
export const SELECT_CONTENTS: Statement = {
  name: 'calendars.contents',
  text: `
    with shown as (${selectCalendarRows('$2', takenBy('$1'))} where a.start_at > $3)
    select coalesce(array_agg(id order by start, id), '{}') as ids, min(start) as start, max("end") as end,
      coalesce(sum(hashtextextended(shown::text, 0)), 0)::text as digest
    from shown`,
};

/** The UUID of this installation, which the UIDs of appointments end with. */
export const SELECT_INSTANCE: Statement = {
  name: 'calendars.instance',
  text: 'select uuid from instance',
};
