import type { Statement } from '../../../platform/database/database';
import { named, type NamedStatement } from '../../../platform/database/named';
import type { AndWithin } from '../../reach';
import {
  appointmentsOfProvider,
  BUSY_ELSEWHERE,
  BUSY_OF_PROVIDER,
  CLASSES_OF_PROVIDER,
  DATES,
  LONGEST,
  PLACES,
  REACH_AFTER_END,
  REACH_BEFORE,
  resourceRowsOf,
  SERVICE,
  sessionRowsOf,
  SHARED,
  takenAroundGaps,
  TIME_OFF_OF_PROVIDER,
} from './snapshot-parts.statements';

/** What few snapshots need: what several appointments may take at once, seats of a session and resources; the hours of places; classes. */
interface SharedTime {
  /** SQL of the sessions of a provider `target`. */
  readonly sessions: string;
  /** SQL of the resources. */
  readonly resources: string;
  /** SQL of the hours of places. */
  readonly places: string;
  /** SQL of the classes of a provider `target`. */
  readonly classes: string;
}

/** @param service the id of the service */
const sharedTimeOf = (service: string): SharedTime => ({
  sessions: `case when (select capacity > 1 from services where id = ${service}) then ${sessionRowsOf(`m.service_id = ${service}`)} end`,
  resources: `case when (select resources <> '[]' from services where id = ${service}) then ${resourceRowsOf(`s.id = ${service}`)} end`,
  places: PLACES,
  classes: CLASSES_OF_PROVIDER,
});
const NO_SHARED_TIME: SharedTime = { sessions: 'null', resources: 'null', places: 'null', classes: 'null' };

/** @param service the id of the service */
const candidatesFor = (service: string) => `
    candidate as (
      select p.id, u.active, p.timezone, p.max_per_day, p.schedule::text as schedule, p.has_classes,
        exists (select from provider_services a where a.provider_id = p.id and a.service_id = ${service})
          or not (p.lists_services or coalesce((select lists_providers from services where id = ${service}), false)) as offers
      from providers p join users u on u.id = p.id
    )`;

/** @param service the id of the service */
const reachOf = (service: string) => `
    loaded as (
      select :from::timestamptz - make_interval(mins => coalesce(max(${REACH_BEFORE}), 0)) as since,
        :until::timestamptz + make_interval(mins => coalesce(max(${LONGEST} + ${REACH_AFTER_END}), 0)) as until
      from services where id = ${service}
    )`;

/**
 * SQL that selects one row with everything that the engine needs, as JSON: one round trip for any number of providers and days.
 * @param whose the condition for the candidates `c`
 * @param service the id of the service
 * @param taken SQL of a member of ProviderCalendarRow and its value: when a provider `target` is taken
 */
const snapshotOf = (
  whose: string,
  service = ':service',
  taken = `'busy', ${BUSY_OF_PROVIDER}`,
  { sessions, resources, places, classes } = sharedTimeOf(service),
) => `
    with ${candidatesFor(service)},
    target as (select * from candidate c where ${whose}),
    ${reachOf(service)},
    ${DATES}
    select
      (select ${SERVICE} from services where id = ${service}) as service,
      ${SHARED},
      (select json_agg(json_build_object('id', id, 'active', active, 'offers', offers,
          'timezone', timezone, 'maxPerDay', max_per_day, 'schedule', schedule, 'hasClasses', has_classes, 'classes', ${classes},
          'timeOff', ${TIME_OFF_OF_PROVIDER}, 'busyElsewhere', ${BUSY_ELSEWHERE}, ${taken},
          'sessions', ${sessions}
        ) order by id) from target) as providers,
      ${resources} as resources,
      ${places} as places,
      :excluded::int is null or exists (select from appointments where id = :excluded) as "hasExcluded",
      :location::int is null or exists (select from locations where id = :location) as "hasLocation"`;

/** The statements of a snapshot of one provider. */
export interface OfOne {
  /** For most services. PostgreSQL sets up every part of a statement for each execution, even one that then reads nothing. */
  readonly plain: NamedStatement;
  readonly withSharedTime: NamedStatement;
}

const ofOne = (name: string, taken: string): OfOne => ({
  plain: { ...named(name, snapshotOf('c.id = :provider', ':service', taken, NO_SHARED_TIME)), isShort: true },
  withSharedTime: {
    ...named(`${name}-with-shared-time`, snapshotOf('c.id = :provider', ':service', taken)),
    isShort: true,
  },
});

/** Without optional conditions, PostgreSQL plans each once per connection (generic plan). Planning took three times as long as reading. */
export const ONE = ofOne('availability.snapshot-of-one', `'busy', ${BUSY_OF_PROVIDER}`);
/** For a search of the slots of one provider: busy times are merged where no slot fits between them. */
export const ONE_FOR_SEARCH = ofOne(
  'availability.snapshot-of-one-for-search',
  `'takenAround', ${takenAroundGaps(':service')}`,
);
/** A year of a full diary takes too long for a connection that others share. */
export const ONE_FOR_LONG_SEARCH: OfOne = {
  plain: { ...ONE_FOR_SEARCH.plain, isShort: false },
  withSharedTime: { ...ONE_FOR_SEARCH.withSharedTime, isShort: false },
};
const ofSeveral = (name: string, whose: string) =>
  named(
    name,
    snapshotOf(
      whose,
      ':service',
      `'busy', ${BUSY_OF_PROVIDER}, 'appointments', ${appointmentsOfProvider('a.id is distinct from :excluded')}`,
    ),
  );

/** Of those who can, the one with the fewest booked minutes is chosen. */
const MAY_BE_CHOSEN = 'c.active and c.offers';
export const ANY = ofSeveral('availability.snapshot-of-any', MAY_BE_CHOSEN);
/** Among these, whether or not they can. */
export const AMONG = ofSeveral('availability.snapshot-among', 'c.id = any (:providers)');
export const CHOOSABLE: Statement = {
  name: 'availability.choosable',
  text: `with ${candidatesFor('$1')} select c.id from candidate c where ${MAY_BE_CHOSEN}`,
};
/** For a change of an appointment: a service or provider that the values leave out is the one of the appointment. */
export const OF_APPOINTMENT = named(
  'availability.snapshot-of-appointment',
  snapshotOf(
    'c.id = (select coalesce(:provider, provider_id) from appointments where id = :excluded)',
    '(select coalesce(:service, service_id) from appointments where id = :excluded)',
  ),
);

/** Those of `:providers` who may help with a service. */
export const HELPERS = named(
  'availability.helpers',
  `
    with target as (
      select p.id, u.active, p.timezone, p.schedule::text as schedule, p.has_classes from providers p join users u on u.id = p.id
      where p.id = any (:providers)
    ),
    ${reachOf(':service')},
    ${DATES}
    select ${SHARED},
      ${PLACES} as places,
      (select json_agg(json_build_object('id', id, 'active', active, 'offers', false,
          'timezone', timezone, 'schedule', schedule, 'classes', ${CLASSES_OF_PROVIDER},
          'timeOff', ${TIME_OFF_OF_PROVIDER}, 'busyElsewhere', ${BUSY_ELSEWHERE},
          'busy', ${BUSY_OF_PROVIDER}, 'appointments', ${appointmentsOfProvider('a.id is distinct from :excluded')}
        ) order by id) from target) as providers`,
);

/**
 * The times of appointments that take what a snapshot saw them take; those that were moved or deleted since are missing. Values: their ids,
 * and when what they take begins and ends. @param id SQL of the id that is told
 */
const timesOf = (id: string) => `
  select ${id} as id, (extract(epoch from a.start_at) * 1000)::float8 as start, (extract(epoch from a.end_at) * 1000)::float8 as end
  from unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) as seen (id, since, until)
  join appointments a on a.id = seen.id and a.busy = tstzrange(seen.since, seen.until) order by a.start_at, a.id`;

export const TIMES: Statement = { name: 'availability.times', text: timesOf('a.id') };
/** Without the ids of those that do not belong to a narrowed key. */
export const timesWithin = ({ name, sql }: AndWithin): Statement => ({
  name: `${TIMES.name}${name}`,
  text: timesOf(`case when true${sql} then a.id end`),
});
