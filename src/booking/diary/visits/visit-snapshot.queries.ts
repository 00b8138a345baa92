import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { named, valuesFor } from '../../../platform/database/named';
import { together } from '../../../platform/database/reads/together';
import type { Interval } from '../../../platform/time/interval';
import { DAY_MS, MINUTE_MS } from '../../../platform/time/units';
import type { SessionClaim } from '../../engine';
import { countedFor, type CountedRow, type IsCounted, limitsIn } from '../snapshot/day-limits';
import type { SnapshotService } from '../snapshot/snapshot';
import { CalendarMapper, type ProviderCalendarRow, type SharedRows } from '../snapshot/snapshot-rows';
import { resourceCalendar, type ResourceRow, sessionClaim } from '../snapshot/taken-rows';
import {
  BUSY_ELSEWHERE,
  CLASSES_OF_PROVIDER,
  DATES,
  IS_LIVE,
  LONGEST,
  ms,
  PLACES,
  REACH_AFTER_END,
  REACH_BEFORE,
  resourceRowsOf,
  SERVICE,
  sessionRowsOf,
  SHARED,
  TIME_OFF_OF_PROVIDER,
} from '../snapshot/snapshot-parts.statements';
import type { SnapshotProvider, VisitSnapshot, RequestedVisit } from './visit-snapshot';

interface VisitProviderRow extends Omit<ProviderCalendarRow, 'offers' | 'busy'> {
  /** Ids of services. */
  readonly offers: readonly number[] | null;
  readonly busy: readonly TakenRow[] | null;
}

/** A claim with the time of its appointment without buffers; null in a claim of a hold. */
type TakenRow = readonly [
  appointmentId: number | null,
  start: number,
  end: number,
  appointmentStart: number | null,
  appointmentEnd: number | null,
];

interface VisitSnapshotRow extends SharedRows {
  readonly services: readonly SnapshotService[] | null;
  readonly providers: readonly VisitProviderRow[] | null;
  readonly hasLocation: boolean;
  /** Absent: nothing has a limit per day. */
  readonly counted?: readonly CountedRow[] | null;
}

const CANDIDATES = `
    wanted as (select * from services where id = any (:services)),
    offer as (
      select p.id as provider_id, s.id as service_id from providers p cross join wanted s
      where not (p.lists_services or s.lists_providers)
        or exists (select from provider_services a where a.provider_id = p.id and a.service_id = s.id)
    ),
    target as (
      select p.id, u.active, p.timezone, p.max_per_day, p.schedule::text as schedule, p.has_classes from providers p join users u on u.id = p.id
      where p.id = any (:providers) or (u.active and p.id in (select provider_id from offer where service_id = any (:byAnyone)))
        or p.id = any (array(select jsonb_path_query(team, '$[*].providerIds[*]')::int from wanted))
    )`;

/**
 * One row with everything that the engine needs for a visit, as JSON: one round trip for any number of items, providers and days.
 * `:services` are those of the items (one that comes twice, twice), `:from` and `:until` the first and the last instant of a start, `:gaps`
 * the longest time between the items in minutes, `:byAnyone` the services of the items that any provider may give.
 */
const SNAPSHOT = named(
  'availability.snapshot-of-visit',
  `
    with ${CANDIDATES},
    loaded as (
      select :from::timestamptz - make_interval(mins => coalesce(max(${REACH_BEFORE}), 0)) as since,
        :until::timestamptz + make_interval(mins => coalesce(sum(${LONGEST}) + max(${REACH_AFTER_END}), 0)::int + :gaps) as until
      from unnest(:services::int[]) item join wanted on wanted.id = item
    ),
    ${DATES}
    select
      (select json_agg(${SERVICE}) from wanted) as services,
      ${SHARED},
      (select json_agg(json_build_object('id', id, 'active', active,
          'offers', (select json_agg(service_id) from offer where provider_id = target.id),
          'timezone', timezone, 'maxPerDay', max_per_day, 'schedule', schedule, 'classes', ${CLASSES_OF_PROVIDER},
          'timeOff', ${TIME_OFF_OF_PROVIDER}, 'busyElsewhere', ${BUSY_ELSEWHERE},
          'busy', (
            select json_agg(json_build_array(c.appointment_id, ${ms('lower(c.busy)')}, ${ms('upper(c.busy)')},
              ${ms('a.start_at')}, ${ms('a.end_at')}))
            from claims c left join appointments a on a.id = c.appointment_id
            where c.provider_id = target.id and c.busy && (select tstzrange(since, until) from loaded) and ${IS_LIVE}
          ),
          'sessions', case when (select bool_or(capacity > 1) from wanted)
            then ${sessionRowsOf('m.service_id = any (select id from wanted where capacity > 1)')} end
        ) order by id) from target) as providers,
      case when (select bool_or(resources <> '[]') from wanted) then ${resourceRowsOf('s.id = any (:services)')} end as resources,
      ${PLACES} as places,
      :location::int is null or exists (select from locations where id = :location) as "hasLocation"`,
);

const PROVIDERS = named(
  'availability.providers-of-visit',
  `with ${CANDIDATES} select id from target order by id`,
);

/** Reads one consistent snapshot of what the engine needs for a visit. */
@Injectable()
export class VisitSnapshotQueries {
  private readonly calendars: CalendarMapper;

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.calendars = new CalendarMapper(config.businessTimeZone);
  }

  /**
   * @param within epoch ms. Everything is loaded that a visit starting in it could overlap
   * @param tx the transaction to read in, when it acts on the answer
   */
  async snapshot(requested: RequestedVisit, within: Interval, tx?: EntityManager): Promise<VisitSnapshot> {
    const gapsMin = (requested.maxGapMin ?? 0) * (requested.items.length - 1);
    // A kept length may be longer than the service.
    const keptMs = requested.items.reduce((sum, { kept }) => sum + (kept?.lengthMs ?? 0), 0);
    const now = new Date(this.clock.now());
    const values = valuesFor(SNAPSHOT, {
      ...idsOf(requested),
      from: new Date(within.start),
      until: new Date(within.end + keptMs),
      gaps: gapsMin,
      now,
      location: requested.locationId ?? null,
    });
    const alone = await this.database.one<VisitSnapshotRow>(SNAPSHOT, values, tx);
    const counted = countedFor(alone.services ?? [], alone.providers ?? [], startsOf(requested, within), now);
    const whole = together({ statement: SNAPSHOT, values }, { counted });
    const row =
      counted === undefined
        ? alone
        : await this.database.one<VisitSnapshotRow>(whole.statement, whole.values, tx);
    const isOther = othersThan(requested.excludeAppointmentIds);
    const providers = (row.providers ?? []).map((provider) => withoutTaken(provider, isOther));
    const calendars = this.calendars.calendarsOf(providers.map(withoutServices), row);
    const services = row.services ?? [];
    return {
      services: new Map(services.map((service) => [service.id, service])),
      providers: new Map(
        calendars.map((calendar, i) => [calendar.providerId, snapshotProvider(calendar, providers[i])]),
      ),
      resources: (row.resources ?? []).map((resource) => resourceCalendar(withoutTaken(resource, isOther))),
      hasLocation: row.hasLocation,
      row,
      limitsOf: limitsIn(row.counted, services, providers, this.config.businessTimeZone, isOther),
    };
  }

  /** The ids of all providers who may give an item or help with it, ascending. */
  async providers(requested: RequestedVisit, tx: EntityManager): Promise<readonly number[]> {
    const values = valuesFor(PROVIDERS, idsOf(requested));
    const rows = await this.database.rows<{ id: number }>(PROVIDERS, values, tx);
    return rows.map(({ id }) => id);
  }
}

function idsOf({ items }: RequestedVisit) {
  return {
    services: items.map(({ serviceId }) => serviceId),
    providers: items.flatMap(({ providerId }) => providerId ?? []),
    byAnyone: items.filter(({ providerId }) => providerId === undefined).map(({ serviceId }) => serviceId),
  };
}

/** When the items of a visit that begins within an interval may start: none lasts longer than a day. */
function startsOf({ items, maxGapMin = 0 }: RequestedVisit, { start, end }: Interval): Interval {
  return { start, end: end + items.length * (DAY_MS + maxGapMin * MINUTE_MS) };
}

/** Whether a claim is not of some appointments. Undefined: it is of none. */
function othersThan(excluded: readonly number[] | undefined): IsCounted | undefined {
  return excluded && ((appointmentId) => appointmentId === null || !excluded.includes(appointmentId));
}

/** A provider or a resource with the taken times that count. */
function withoutTaken<Row extends Pick<VisitProviderRow, 'sessions' | 'busy'> | Pick<ResourceRow, 'busy'>>(
  row: Row,
  isCounted: IsCounted | undefined,
): Row {
  if (isCounted === undefined) return row;
  const busy = row.busy?.filter(([appointmentId]) => isCounted(appointmentId)) ?? null;
  if (!('sessions' in row)) return { ...row, busy };
  const sessions = row.sessions?.filter(([, appointmentId]) => isCounted(appointmentId)) ?? null;
  return { ...row, busy, sessions };
}

/** What a provider has for every service. */
function withoutServices(row: VisitProviderRow): ProviderCalendarRow {
  const busy = (row.busy ?? []).map(([id, start, end]) => [id, start, end] as const);
  return { ...row, busy, sessions: null, offers: false };
}

function snapshotProvider(
  calendar: SnapshotProvider['calendar'],
  row: VisitProviderRow | undefined,
): SnapshotProvider {
  const sessions = new Map<number, SessionClaim[]>();
  for (const session of row?.sessions ?? []) {
    const [, , , , , , , , serviceId] = session;
    const known = sessions.get(serviceId) ?? [];
    known.push(sessionClaim(session));
    sessions.set(serviceId, known);
  }
  const appointments = (row?.busy ?? []).flatMap(([, , , start, end]) =>
    start === null || end === null ? [] : [{ start, end }],
  );
  return { calendar, offers: new Set(row?.offers), sessions, appointments };
}
