import { requiredKeysOf } from '../../../business/services/questions/service-question';
import { offers } from '../../../business/services/assignments/offered-services';
import { isLive, isOccupying } from '../../appointment-status';

/**
 * The SQL of snapshots, in parts. A statement that uses them names the interval to load `loaded` and its providers `target`; `:now` is the
 * present.
 */

/** SQL for epoch ms. `date_part` is as exact here as `extract`, and faster: it does not use numeric. */
export const ms = (instant: string) => `(date_part('epoch', ${instant}) * 1000)::bigint`;

export const IS_LIVE = isLive('c', ':now');

/** SQL of a list of lists of whole numbers as JSON, null when it is empty. Faster than `json_agg` of `json_build_array`. */
const jsonOf = (numbers: readonly string[]) => `array_to_json(array_agg(array[${numbers.join(', ')}]))`;

/**
 * SQL of the claims `c` of a provider `target` that meet the snapshot. Two claims of one provider never overlap, unless they are of
 * one session and have the same time. So they begin and end in the same order, and of those that begin before the snapshot only the
 * last can reach into it. `claims_diary_idx` alone answers this.
 */
const CLAIMS_OF_PROVIDER = `
  claims c where c.provider_id = target.id
    and c.busy >= coalesce((
      select busy from (
        select earlier.busy from claims earlier
        where earlier.provider_id = target.id and earlier.busy < (select tstzrange(since, since, '[]') from loaded)
        order by earlier.busy desc limit 1) latest
      where upper(busy) > (select since from loaded)), (select tstzrange(since, since, '[]') from loaded))
    and c.busy < (select tstzrange(until, until, '[]') from loaded) and ${IS_LIVE}`;

export const BUSY_OF_PROVIDER = `
  (select ${jsonOf(['c.appointment_id', ms('lower(c.busy)'), ms('upper(c.busy)')])} from ${CLAIMS_OF_PROVIDER})`;

/** @param whose the condition for the appointments `a` */
const occupyingWhere = (whose: string) => `
  select a.start_at, a.end_at from appointments a
  where ${whose} and ${isOccupying('a.status')} and ${isLive('a', ':now')}
    and a.start_at > (select since - interval '1 day' from loaded) and a.start_at < (select until from loaded)`;

/**
 * SQL of the occupying appointments of a provider `target` that meet the snapshot, without buffers, help included. None lasts longer
 * than a day.
 * @param condition for the appointments `a`
 */
export const appointmentsOfProvider = (condition: string) => `
  (select ${jsonOf([ms('a.start_at'), ms('a.end_at')])} from (
    ${occupyingWhere(`a.provider_id = target.id and ${condition}`)}
    union all
    ${occupyingWhere(`a.team <> '{}' and target.id = any (a.team) and ${condition}`)}) a)`;

/** SQL of the claims that meet the snapshot. @param whose the condition for the claims `c` */
const busyOf = (whose: string) => `
  (select ${jsonOf(['c.appointment_id', ms('lower(c.busy)'), ms('upper(c.busy)')])}
    from claims c where ${whose} and c.busy && (select tstzrange(since, until) from loaded) and ${IS_LIVE})`;

/**
 * SQL of a provider `target`'s gaps between claims in which the service fits with its buffers, as TakenAround. The appointment
 * `:excluded` takes no time. Two arrays, one shifted by a claim against the other, take half the time of the window function `lag`, which keeps
 * every row in a tuplestore.
 * @param service the id of the service
 */
export const takenAroundGaps = (service: string) => `
  (select json_build_array(
      (select json_build_array(array_agg(${ms('until')}), array_agg(${ms('next')}))
        from (select unnest(begins) as next, unnest(array_prepend(null, ends)) as until) gap where ${fits(service)}),
      ${ms('ends[cardinality(ends)]')})
    from (select array_agg(starts) as begins, array_agg(stops) as ends from (
        select lower(c.busy) as starts, upper(c.busy) as stops
        from ${CLAIMS_OF_PROVIDER} and coalesce(c.appointment_id <> :excluded, true) order by c.busy
      ) claimed) claims)`;

/** The first gap has no beginning. `array_prepend` adds a last one without an end, in which nothing fits. */
const fits = (service: string) => `next >= coalesce(until, '-infinity') + (
  select make_interval(mins => case when ${IS_UNIFORM} then buffer_before_min + duration_min + buffer_after_min else 1 end)
  from services where id = ${service})`;

/** The SQL condition that a row of services has one duration and the same buffers with every provider. */
export const IS_UNIFORM = `(terms = '[]' and duration_options = '[]')`;

/**
 * SQL of the minutes that a booking of a row of services may take before its start, and after it. Durations and buffers have at most a day.
 */
export const REACH_BEFORE = `case when ${IS_UNIFORM} then buffer_before_min else 1440 end`;
export const LONGEST = `case when ${IS_UNIFORM} then duration_min else 1440 end`;
export const REACH_AFTER_END = `case when ${IS_UNIFORM} then buffer_after_min else 1440 end`;

/** SQL of the time off that meets the snapshot. @param whose the condition for the rows `o` */
export const timeOffOf = (whose: string) => `
  (select ${jsonOf([ms('o.start_at'), ms('o.end_at')])} from time_off o
    where ${whose} and o.end_at > (select since from loaded) and o.start_at < (select until from loaded))`;

export const TIME_OFF_OF_PROVIDER = timeOffOf('o.provider_id = target.id');

/** SQL of the times of the busy calendars of a provider `target` that meet the snapshot. */
export const BUSY_ELSEWHERE = `
  (select ${jsonOf([ms('b.start_at'), ms('b.end_at')])}
    from busy_calendars k join busy_times b on b.calendar_id = k.id
    where k.provider_id = target.id and k.active
      and b.start_at < (select until from loaded) and b.end_at > (select since from loaded))`;

/**
 * SQL of the group sessions of services that a provider `target` leads. The seats stay text: the planner takes a
 * function that lists them for one of 100,000 rows, and then plans the statement anew each time.
 * @param services the condition for the services of the appointments `m`
 */
export const sessionRowsOf = (services: string) => `
  (select json_agg(json_build_array(c.session::text, c.appointment_id, ${ms('m.start_at')}, ${ms('m.end_at')},
      ${ms('lower(c.busy)')}, ${ms('upper(c.busy)')}, c.seats::text, m.resource_ids, m.service_id, m.team))
    from claims c
    cross join lateral (
      select provider_id, service_id, start_at, end_at, resource_ids, team from appointments where id = c.appointment_id
      union all
      select provider_id, service_id, start_at, end_at, resource_ids, team from holds where id = c.hold_id
    ) m
    where c.provider_id = target.id and c.provider_id = m.provider_id
      and c.busy && (select tstzrange(since, until) from loaded) and ${IS_LIVE} and ${services})`;

const CLASSES = `json_build_object('id', s.id, 'durationMin', s.duration_min, 'bufferBeforeMin', s.buffer_before_min,
  'bufferAfterMin', s.buffer_after_min, 'price', s.price, 'terms', s.terms, 'durationOptions', '[]'::json, 'timetable', s.timetable)`;

/** SQL of the active resources of the kinds that services need. @param services the condition for the services `s` */
export const resourceRowsOf = (services: string) => `
  (select json_agg(json_build_object('id', r.id, 'kind', r.kind, 'locationId', r.location_id,
      'timeOff', ${timeOffOf('o.resource_id = r.id')}, 'busy', ${busyOf('c.resource_id = r.id')}) order by r.id)
    from resources r where r.active and r.kind in (
      select need ->> 'kind' from services s, jsonb_array_elements(s.resources) need where ${services}
    ))`;

/** SQL of the services with a timetable that a provider `target` gives, as ClassesRows. */
export const CLASSES_OF_PROVIDER = `
  case when has_classes then (
    select json_agg(${CLASSES}) from services s join providers p on p.id = target.id
    where s.start_rule = 'schedule' and s.active and s.deleted_at is null
      and s.timetable @> jsonb_build_array(jsonb_build_object('providerId', target.id)) and ${offers('s')}
  ) end`;

/** SQL of the hours and absences of the providers `target`, without what is booked: ProviderCalendarRows. */
export const HOURS_OF_PROVIDERS = `
  (select json_agg(json_build_object('id', id, 'active', active, 'offers', true, 'timezone', timezone, 'schedule', schedule,
    'classes', ${CLASSES_OF_PROVIDER}, 'timeOff', ${TIME_OFF_OF_PROVIDER}, 'busyElsewhere', ${BUSY_ELSEWHERE})) from target)`;

/** SQL of the locations that have hours or a zone of their own, as PlaceRows. */
export const PLACES = `(select json_agg(json_build_array(id, hours::text, timezone)) from locations
  where hours is not null or timezone is not null)`;

/** SQL of a row of services as a SnapshotService. */
export const SERVICE = `json_build_object('id', id, 'name', name, 'isAvailable', active and deleted_at is null, 'price', price, 'durationMin', duration_min,
          'bufferBeforeMin', buffer_before_min, 'bufferAfterMin', buffer_after_min, 'slotIntervalMin', slot_interval_min,
          'minNoticeMin', min_notice_min, 'maxAdvanceDays', max_advance_days, 'capacity', capacity, 'needs', resources, 'timetable', case when start_rule = 'schedule' then timetable end,
          'pendingMin', pending_min, 'webStatus', web_status, 'maxActivePerCustomer', max_active_per_customer, 'maxPerDay', max_per_day,
          'team', team, 'terms', terms, 'durationOptions', duration_options, 'isDeleted', deleted_at is not null,
          'requiredKeys', ${requiredKeysOf('questions')})`;

/** SQL of the date in UTC at an instant. It needs no zone rules, of which PostgreSQL has others than the service. */
const dateOf = (instant: string) => `date '1970-01-01' + floor(extract(epoch from ${instant}) / 86400)::int`;

/** SQL of the local dates that the snapshot meets, in any zone, and of those before whose classes may reach into it. */
export const DATES = `
  dates as (select ${dateOf('since')} - 2 as first, ${dateOf('until')} as last from loaded)`;

/** SQL of what all providers share. */
export const SHARED = `
      (select json_build_object('startMin', work_start_min, 'endMin', work_end_min, 'days', days)
        from business_hours) as business,
      (select ${jsonOf([ms('start_at'), ms('end_at'), 'location_id'])}
        from closures, loaded where end_at > since and start_at < until) as closures,
      (select json_agg(json_build_array(provider_id, on_date - date '1970-01-01', hours, location_id)) from (
          select h.* from special_hours h, dates where h.provider_id is null and h.on_date between first and last
          union all
          select h.* from target join special_hours h on h.provider_id = target.id, dates
          where h.on_date between first and last
        ) special) as "specialDays"`;
