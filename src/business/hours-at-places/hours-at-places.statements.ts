import { locking } from '../../platform/database/statement';

/** The statements of HoursAtPlaces. `$1` is the id of a location, unless one says otherwise. */

/** SQL of the condition that a list of hours names the location. @param hours a column */
const names = (hours: string) => `${hours} @> jsonb_build_array(jsonb_build_object('locationId', $1::int))`;

/** A change of their zone waits, too. `$1` is a list of ids. */
export const LOCK_LOCATIONS = locking(
  'hours-at-places.lock-locations',
  'select id from locations where id = any ($1) order by id',
  'for share',
);

export const FIND_PROVIDERS = {
  name: 'hours-at-places.find-providers',
  text: `select id from providers where ${names('schedule')}
         union select provider_id from special_hours where provider_id is not null and ${names('hours')}
         union select (entry ->> 'providerId')::int from services, jsonb_array_elements(timetable) entry
           where ${names('timetable')} and entry -> 'locationId' = to_jsonb($1::int)`,
};

/**
 * What providers `$1` work: their schedules, the places of their special hours from the date `$2` on, and their classes, but for those of the
 * service `$3`. Whether the service is active and the provider offers it may change at any time.
 */
export const FIND_HOURS = {
  name: 'hours-at-places.find-hours',
  text: `
    select p.id, p.timezone as zone, p.schedule,
      (select json_agg(json_build_array(s.on_date, (
          select coalesce(json_agg((stretch ->> 'locationId')::int order by nth), '[]')
          from jsonb_array_elements(s.hours) with ordinality stretches (stretch, nth))) order by s.on_date)
        from special_hours s where s.provider_id = p.id and s.on_date >= $2) as special,
      case when p.has_classes then (
        select json_agg(entry order by s.id, nth) from services s, jsonb_array_elements(s.timetable) with ordinality classes (entry, nth)
        where s.start_rule = 'schedule' and s.deleted_at is null and s.id <> $3 and entry -> 'providerId' = to_jsonb(p.id)) end as classes
    from providers p where p.id = any ($1) order by p.id`,
};

/** The zones of the locations `$1`. A change of them waits. */
export const FIND_ZONES = locking(
  'hours-at-places.find-zones',
  'select id, timezone as zone from locations where id = any ($1) and timezone is not null order by id',
  'for share',
);

/** An entry that has not begun by `$2`, the last date, ends before it begins: on that date alone. */
export const END_SCHEDULES = {
  name: 'hours-at-places.end-schedules',
  text: `update providers set schedule = (
           select jsonb_agg(case
               when entry -> 'locationId' is distinct from to_jsonb($1::int) then entry
               else (entry - 'locationId') || jsonb_build_object('until', until)
                 || case when entry ->> 'from' > until then jsonb_build_object('from', until) else '{}' end
             end order by nth)
           from jsonb_array_elements(schedule) with ordinality entries (entry, nth),
             least(coalesce(entry ->> 'until', $2), $2) until)
         where ${names('schedule')}`,
};

/** In the order of their ids, so that two transactions never deadlock. */
export const LOCK_SERVICES = {
  name: 'hours-at-places.lock-services',
  text: `select id from services where ${names('timetable')} order by id for no key update`,
};

export const END_CLASSES = {
  name: 'hours-at-places.end-classes',
  text: `update services set timetable = (
           select coalesce(jsonb_agg(entry order by nth), '[]')
           from jsonb_array_elements(timetable) with ordinality entries (entry, nth)
           where entry -> 'locationId' is distinct from to_jsonb($1::int))
         where ${names('timetable')}`,
};

export const END_SPECIAL_HOURS = {
  name: 'hours-at-places.end-special-hours',
  text: `update special_hours set hours = (
           select coalesce(jsonb_agg(stretch order by nth), '[]')
           from jsonb_array_elements(hours) with ordinality stretches (stretch, nth)
           where stretch -> 'locationId' is distinct from to_jsonb($1::int))
         where ${names('hours')}`,
};

/** The schedules of the providers `$1` (null: of all that are active), and what bounds them: the window, and the places that they name. */
export const FIND_BOUNDED = {
  name: 'hours-at-places.find-bounded',
  text: `
    select p.id, u.name, p.schedule,
      json_build_object('startMin', b.work_start_min, 'endMin', b.work_end_min) as window,
      (select json_object_agg(l.id, l.hours) from locations l where l.hours is not null and l.id in (
        select (entry ->> 'locationId')::int from jsonb_array_elements(p.schedule) entry)) as places
    from providers p join users u on u.id = p.id cross join business_hours b
    where p.schedule is not null and case when $1::int[] is null then u.active else p.id = any ($1) end
    order by p.id`,
};
