import { epochMs } from '../../platform/database/columns';
import type { Statement } from '../../platform/database/database';
import { named, type NamedStatement } from '../../platform/database/named';
import type { AndWithin } from '../../booking/reach';
import { involving } from '../../booking/appointments/involving';
import { HOUR_MS, DAY_MS } from '../../platform/time/units';
import type { FeedKind } from './feeds/feeds.statements';
import { LATEST_SEQUENCE, latestSequenceOf } from '../messages/message-sequence';
import { RECURS_ON } from '../messages/facts.statements';
import { NOT_TOP, sharedEntry, WITH_ENTRY } from '../messages/shared-entry';

/** SQL: the version of the appointment `a` as an event of its own. */
const OF_ITSELF = { sequence: LATEST_SEQUENCE, updatedAt: 'a.updated_at' };

/** SQL: the version of the entry that the appointment `a` has with others (WITH_ENTRY), or of itself. */
const OF_ENTRY = {
  sequence: latestSequenceOf(LATEST_SEQUENCE),
  updatedAt: `case when top.entry is null then a.updated_at
    when top.visit_id is null then (select max(a.updated_at) from appointments a where a.series_id = top.series_id)
    else (select max(a.updated_at) from appointments a where a.visit_id = top.visit_id) end`,
};

/** The members of a CalendarRow of the appointment `a`. @param zone SQL: the time zone where neither the place nor the provider has one */
const rowOf = (zone: string, { sequence, updatedAt } = OF_ITSELF): string => `
    a.id, a.status, ${epochMs('a.start_at')} as start, ${epochMs('a.end_at')} as end,
    ${epochMs('a.created_at')} as "createdAt", ${epochMs(updatedAt)} as "updatedAt", ${sequence} as sequence,
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

/** The SELECT of the CalendarFileRow of appointment `:id`. `:zone` is that of the business. @param shared SQL of the fact `shared` */
const selectFileRow = (shared: string): string => `
    select ${rowOf(':zone', OF_ENTRY)}, coalesce(a.attendee_language, c.language) as language, l.language as "placeLanguage",
      (${RECURS_ON})::text as "recursOn", (${shared}) -> 'shared' as shared
    ${fromAppointments()} ${WITH_ENTRY} where a.id = :id`;

const SELECT_FILE_ROW = named('calendars.file-row', selectFileRow(sharedEntry()));

/** Of an occurrence of a series alone, and of a whole visit. @param within what a narrowed key sees, from $3 on */
export const selectFileRowWithin = ({ name, sql }: Pick<AndWithin, 'name' | 'sql'>): NamedStatement => ({
  ...SELECT_FILE_ROW,
  name: `${SELECT_FILE_ROW.name}${name}`,
  text: SELECT_FILE_ROW.text + sql,
});

/** Of all that its customer has of its series or visit. */
export const SELECT_WHOLE_FILE_ROW = named('calendars.whole-file-row', selectFileRow(sharedEntry(NOT_TOP)));

/** How much of the past a feed shows (docs/reference/limits.md). */
export const PAST_MS = 90 * DAY_MS;
/** How many appointments the feed of a location or of the business shows at most: of the past, and of those ahead (docs/reference/limits.md). */
const NEAREST = 10_000;

/** SQL of the present, from $2 on, which is as long ago as a feed shows. In hours: a day of PostgreSQL has as many as the clock says. */
const NOW = `$2::timestamptz + interval '${PAST_MS / HOUR_MS} hours'`;

/** SQL of the relation of those appointments whose feed has too many that are nearest to the present; an index reads them in their order. */
const nearest = (condition = ''): string => `(
    (select a.* from appointments a where ${condition}a.start_at > ${NOW} order by a.start_at, a.id limit ${NEAREST})
    union all
    (select a.* from appointments a where ${condition}a.start_at > $2 and a.start_at <= ${NOW}
    order by a.start_at desc, a.id desc limit ${NEAREST}))`;

/** The appointments in each kind of feed. $3 is the id of the owner; the business has none. */
const IN_FEED: Readonly<Record<FeedKind, string>> = {
  provider: involving('$3'),
  location: nearest('a.location_id = $3 and '),
  business: nearest(),
};

/**
 * The appointments in a feed that start after $2: their ids by their start, when they are, and a digest of all that the calendar shows of
 * them. $1 is the time zone of the business. The digest is a sum, so that PostgreSQL needs no memory for the texts.
 */
const contentsOf = (kind: FeedKind): Statement => ({
  name: `calendars.contents-${kind}`,
  text: `
    with shown as (${selectCalendarRows('$1', IN_FEED[kind])} where a.start_at > $2)
    select coalesce(array_agg(id order by start, id), '{}') as ids, min(start) as start, max("end") as end,
      coalesce(sum(hashtextextended(shown::text, 0)), 0)::text as digest
    from shown`,
});

export const SELECT_CONTENTS: Readonly<Record<FeedKind, Statement>> = {
  provider: contentsOf('provider'),
  location: contentsOf('location'),
  business: contentsOf('business'),
};

/** The UUID of this installation, which the UIDs of appointments end with. */
export const SELECT_INSTANCE: Statement = {
  name: 'calendars.instance',
  text: 'select uuid from instance',
};
