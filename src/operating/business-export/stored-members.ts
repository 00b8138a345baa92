import { isOccupying } from '../../booking/appointment-status';
import { epochMs } from '../../platform/database/columns';
import type { Statement } from '../../platform/database/database';

/** Members of rows that no GET shows, and that an import of the folder needs for the same answers. Value: the ids. */
const stored = (list: string, columns: string, from = `${list.replaceAll('-', '_')} e`): Statement => ({
  name: `business-export.stored-${list}`,
  text: `select e.id, ${columns} from ${from} where e.id = any ($1::int[])`,
});

const CREATED = 'e.created_at as "createdAt"';
/** The dates or local times that were given: new zone rules move what has them. */
const GIVEN = `${CREATED}, e.given_start as "givenStart", e.given_end as "givenEnd", e.given_zone as "givenZone"`;
const OF_SERVICE = `${CREATED}, e.deleted_at as "deletedAt"`;
/** The times that an entry of the waitlist was offered, in epoch ms: it is not offered them again. */
const OFFERED = `(
    select coalesce(json_agg(json_build_object('providerId', o.provider_id, 'start', ${epochMs('o.start_at')})
      order by o.start_at, o.provider_id), '[]')
    from waitlist_offers o where o.entry_id = e.id) as offered`;

/** By the name of the list; of the others, when a row was created. */
const STORED: Readonly<Record<string, Statement>> = {
  appointments: stored(
    'appointments',
    // The buffers, and whether it has a seat in a group session, are those of the service when it was booked. What overlaps others came so
    // from another system, and takes no time. The rest is where the series has put it.
    `lower(e.busy) as "busyFrom", upper(e.busy) as "busyUntil", e.booked_start as "bookedStart",
     e.seat_price::float8 as "seatPrice",
     exists (select from claims c where c.appointment_id = e.id and c.seats is not null) as "isSeated",
     ${isOccupying('e.status')} and e.expires_at is null and not exists (select from claims c where c.appointment_id = e.id) as "overlaps",
     o.start_at as "seriesStart", o.provider_id as "seriesProviderId", to_char(o.recurs_on, 'YYYY-MM-DD') as "recursOn"`,
    'appointments e left join series_occurrences o on o.appointment_id = e.id',
  ),
  closures: stored('closures', GIVEN),
  'deleted-services': stored('deleted-services', OF_SERVICE, 'services e'),
  providers: stored('providers', `${CREATED}, e.roles`, 'users e'),
  series: stored('series', 'e.first_start as "firstStart"'),
  services: stored('services', OF_SERVICE),
  'special-hours': stored('special-hours', 'e.id as "ownId"'),
  'time-off': stored('time-off', GIVEN),
  visits: stored('visits', `${CREATED}, e.shares_entry as "sharesEntry"`),
  waitlist: stored('waitlist', `e.ends_at as "endsAt", ${OFFERED}`, 'waitlist_entries e'),
};

/** Undefined: answers show all that there is. @param shown the members of its answers @param columns the members of its rows */
export function storedMembersOf(
  list: string,
  shown: readonly string[],
  columns: readonly string[],
): Statement | undefined {
  const isUntold = columns.includes('createdAt') && !shown.includes('createdAt');
  return STORED[list] ?? (isUntold ? stored(list, CREATED) : undefined);
}
