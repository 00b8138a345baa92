import type { Statement } from '../../platform/database/database';
import type { Selection } from '../diary/locks/batch-lock';
import { locking } from '../../platform/database/statement';
import { selectState } from '../diary/rows/appointment-columns';
import { epochMs } from '../../platform/database/columns';
import { SELECT_APPOINTMENTS } from '../diary/rows/appointment-row';

/** The SQL of series. Only `SeriesQueries`, `SeriesService` and `SeriesChanges` run it. */

const STORED = `id, rrule, exdates::text[] as exdates, timezone, skipped, ${epochMs('created_at')} as "createdAt", link_counter as "linkCounter"`;

export const GET: Statement = { name: 'series.get', text: `select ${STORED} from series where id = $1` };

/** The AppointmentRows of a series in the order of time. */
export const APPOINTMENTS: Statement = {
  name: 'series.appointments',
  text: `${SELECT_APPOINTMENTS} where a.series_id = $1 order by a.start_at, a.id`,
};

/** Gives the StoredSeries. Values: rule, exceptions, zone, skipped as JSON, when, where the rule begins. */
export const INSERT_SERIES: Statement = {
  name: 'series.insert',
  text: `insert into series (rrule, exdates, timezone, skipped, created_at, first_start) values ($1, $2, $3, $4, $5, $6) returning ${STORED}`,
};

/** Remembers where a series has put its new appointments; `booked_start` begins with the date by the rule. Values: their ids. */
export const REMEMBER: Statement = {
  name: 'series.remember',
  text: `
    insert into series_occurrences (appointment_id, start_at, provider_id, recurs_on)
    select id, start_at, provider_id, left(booked_start, 10)::date from appointments where id = any ($1)`,
};

/** Remembers where a change has put them. Values: the ids of those that got another time, and of those that got another provider. */
export const REMEMBER_CHANGE: Statement = {
  name: 'series.remember-change',
  text: `
    update series_occurrences o set
      start_at = case when a.id = any ($1) then a.start_at else o.start_at end,
      provider_id = case when a.id = any ($2) then a.provider_id else o.provider_id end
    from appointments a where a.id = o.appointment_id and (a.id = any ($1) or a.id = any ($2))`,
};

/** Stores the occurrences that the latest write could not book. Values: the id of the series, the list as JSON. */
export const SET_SKIPPED: Statement = {
  name: 'series.set-skipped',
  text: 'update series set skipped = $2::jsonb where id = $1 and skipped <> $2::jsonb',
};

/** Gives the rule of a series another time of day; one of a version before has none. Values: the id of the series, `HH:MM`. */
export const SET_TIME: Statement = {
  name: 'series.set-time',
  text: `update series set first_start = left(first_start, 11) || $2 where id = $1`,
};

/** What a change of a series is about: those from $2 on that are not cancelled. */
const CHANGING = `a.series_id = $1 and a.start_at >= $2 and a.status <> 'cancelled'`;

const FIND_CHANGING = `
    select a.id, ${selectState('a')}, ${epochMs('o.start_at')} as "seriesStart", o.provider_id as "seriesProviderId"
    from appointments a left join series_occurrences o on o.appointment_id = a.id
    where ${CHANGING} order by a.start_at, a.id`;

/** The appointments that a change is about, with their states and where the series has put them. */
export const SELECT_CHANGING = {
  find: { name: 'series.find-changing', text: FIND_CHANGING },
  lock: locking('series.lock-changing', FIND_CHANGING, 'for no key update of a'),
} as const satisfies Selection;

export const FIND_START: Statement = {
  name: 'series.find-start',
  text: `select ${epochMs('start_at')} as start from appointments where id = $1 and series_id = $2`,
};
