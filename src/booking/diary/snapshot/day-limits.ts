import { isLive } from '../../appointment-status';
import { shownZone } from '../../../business/locations/place-zone';
import { epochMs } from '../../../platform/database/columns';
import { named, valuesFor } from '../../../platform/database/named';
import type { BoundStatement } from '../../../platform/database/reads/together';
import type { Interval } from '../../../platform/time/interval';
import { DAY_MS } from '../../../platform/time/units';
import { localDayOf } from '../../../platform/time/zones/wall-clock';
import type { Counted, DayLimit } from '../../engine';

/** A service or a provider with its limit; null: none. */
export interface Limited {
  readonly id: number;
  readonly maxPerDay?: number | null;
}

/** As `countedFor` reads them. */
export interface CountedRow extends Omit<Counted, 'day'> {
  readonly serviceId: number;
  readonly providerId: number;
  readonly start: number;
  readonly timezone: string | null;
}

/** The limits of a service with a provider; undefined: there are none. */
export type LimitsOf = (serviceId: number, providerId: number) => readonly DayLimit[] | undefined;

/** Whether a claim counts, by its appointment; null in a claim of a hold. */
export type IsCounted = (appointmentId: number | null) => boolean;

/** The instants that are read begin within the dates that a snapshot is about, in the zones of other providers, too. */
const MARGIN_MS = 2 * DAY_MS;

/** @param table `appointments` or `holds` @param member a column that names a service or a provider @param ids a placeholder */
const startsIn = (table: string, member: string, ids: string) => `
  select id, provider_id, service_id, location_id, start_at from ${table}
  where ${member} = any (array(select unnest(${ids}::int[]))) and start_at >= :from and start_at < :until`;

/** @param holder the column of claims that names a row of the table */
const countedIn = (table: string, holder: string) => `
  select c.session::text as session, c.appointment_id as "appointmentId", m.service_id as "serviceId", m.provider_id as "providerId",
    ${epochMs('m.start_at')} as start, ${shownZone('m', 'p')} as timezone
  from (${startsIn(table, 'service_id', ':services')} union ${startsIn(table, 'provider_id', ':providers')}) m
  join claims c on c.${holder} = m.id and c.provider_id = m.provider_id and ${isLive('c', ':now')}
  join providers p on p.id = m.provider_id`;

/** What leads appointments and holds of the services, or of the providers, that start in a range. */
const COUNTED = named(
  'availability.counted-by-day',
  `${countedIn('appointments', 'appointment_id')} union all ${countedIn('holds', 'hold_id')}`,
);

/**
 * What counts towards the limits of services and providers; undefined where there is no limit.
 * @param within of the snapshot; epoch ms
 */
export function countedFor(
  services: readonly Limited[],
  providers: readonly Limited[],
  { start, end }: Interval,
  now: Date,
): BoundStatement | undefined {
  const [ofServices, ofProviders] = [limitsById(services), limitsById(providers)];
  if (ofServices.size === 0 && ofProviders.size === 0) return undefined;
  const range = { from: new Date(start - MARGIN_MS), until: new Date(end + MARGIN_MS), now };
  const limited = { services: [...ofServices.keys()], providers: [...ofProviders.keys()] };
  return { statement: COUNTED, values: valuesFor(COUNTED, { ...limited, ...range }) };
}

/**
 * The limits of services and providers.
 * @param rows those of `countedFor`; undefined: there is no limit @param zone of the business
 * @param isCounted undefined: every claim counts
 */
export function limitsIn(
  rows: readonly CountedRow[] | null | undefined,
  services: readonly Limited[],
  providers: readonly Limited[],
  zone: string,
  isCounted: IsCounted = () => true,
): LimitsOf | undefined {
  if (rows === undefined) return undefined;
  const [ofServices, ofProviders] = [limitsById(services), limitsById(providers)];
  const counted = (rows ?? [])
    .filter(({ appointmentId }) => isCounted(appointmentId))
    .map((row) => ({ ...row, day: localDayOf(row.start, row.timezone ?? zone) }));
  return (serviceId, providerId) => {
    const limits = [
      limitOf('service.maxPerDay', ofServices.get(serviceId), () =>
        counted.filter((each) => each.serviceId === serviceId),
      ),
      limitOf('provider.maxPerDay', ofProviders.get(providerId), () =>
        counted.filter((each) => each.providerId === providerId),
      ),
    ].flat();
    return limits.length === 0 ? undefined : limits;
  };
}

function limitsById(all: readonly Limited[]): ReadonlyMap<number, number> {
  return new Map(all.flatMap(({ id, maxPerDay }) => (maxPerDay == null ? [] : [[id, maxPerDay]])));
}

function limitOf(
  name: DayLimit['name'],
  most: number | undefined,
  counted: () => readonly Counted[],
): DayLimit[] {
  return most === undefined ? [] : [{ name, most, counted: counted() }];
}
