import type { DataSource } from 'typeorm';
import { reasonOf } from '../../platform/database/sqlstate';
import { DAY_MS, MINUTE_MS } from '../../platform/time/units';
import { nodeOffsets } from '../../platform/time/zones/node-offsets';
import { offsetsOf } from '../../platform/time/zones/zone-offsets';
import { storedZoneName, zoneRulesVersion } from '../../platform/time/zones/zone-rules';
import { type Finding, findingsOf } from './finding';

const DAYS_AHEAD = 731;

/** The zones in use that Node and PostgreSQL have other rules for. */
export interface OtherRules {
  readonly zonesInUse: number;
  readonly node: readonly string[];
  readonly database: readonly string[];
}

/** A zone's offset on the first of the days, or on a day on which it differs from the day before. */
interface OffsetRow {
  readonly zone: string;
  readonly day: number;
  /** In minutes. */
  readonly offset: number;
}

const ZONES_IN_USE = `
  select timezone as zone from providers where timezone is not null
  union select timezone from locations where timezone is not null`;

/** Values: the zones, the first instant, the number of days. A zone that PostgreSQL does not know has no rows. */
const OFFSETS = `
  with known as materialized (
    select zone from unnest($1::text[]) zone where lower(zone) in (select lower(name) from pg_timezone_names)
  ),
  daily as (
    select zone, day, (extract(epoch from at at time zone zone) - extract(epoch from at)) / 60 as "offset"
    from known, generate_series(0, $3::int - 1) day, lateral (select $2::timestamptz + day * interval '24 hours' as at) x
  )
  select zone, day, "offset"::float8 from (
    select *, lag("offset") over (partition by zone order by day) as before from daily
  ) d where before is distinct from "offset" order by zone, day`;

/**
 * Names the rules that the service applies, and where those of Node and PostgreSQL differ from them. Neither makes the service wrong:
 * it asks neither. Other programs on the machine may show other times.
 */
export async function checkZoneRules(
  dataSource: DataSource,
  businessZone: string,
  now: number,
): Promise<Finding> {
  try {
    const rows = await dataSource.query<{ zone: string }[]>(ZONES_IN_USE);
    const inUse = [businessZone, ...rows.map(({ zone }) => storedZoneName(zone) ?? zone)];
    const zones = [...new Set(inUse)].toSorted();
    const days = Array.from({ length: DAYS_AHEAD }, (_, day) => now + day * DAY_MS);
    const offsets = await dataSource.query<OffsetRow[]>(OFFSETS, [zones, new Date(now), DAYS_AHEAD]);
    return judgeZoneRules({
      zonesInUse: zones.length,
      node: zones.filter((zone) => !nodeAgrees(zone, days)),
      database: zones.filter((zone) => !databaseAgrees(zone, days, offsets)),
    });
  } catch (error) {
    return findingsOf('zone rules').warning(`PostgreSQL: ${reasonOf(error)}`);
  }
}

export function judgeZoneRules({ zonesInUse, node, database }: OtherRules): Finding {
  const inUse = zonesInUse === 1 ? 'the zone in use' : `the ${zonesInUse} zones in use`;
  const of = (program: string, zones: readonly string[]) =>
    zones.length === 0 ? [] : [`${program} has others for ${zones.join(', ')}`];
  const differences = [
    ...of(`Node (${process.versions['tz'] ?? 'of its operating system'})`, node),
    ...of('PostgreSQL', database),
  ];
  const rest =
    differences.length === 0
      ? `Node and PostgreSQL agree on ${inUse} for two years`
      : `within two years ${differences.join('; ')}, which changes nothing here`;
  return findingsOf('zone rules').ok(`the service applies those of ${zoneRulesVersion()}; ${rest}`);
}

function nodeAgrees(zone: string, days: readonly number[]): boolean {
  const offsetAt = nodeOffsets(zone);
  return offsetAt !== undefined && days.every((day) => offsetAt(day) === offsetsOf(zone).at(day));
}

function databaseAgrees(zone: string, days: readonly number[], rows: readonly OffsetRow[]): boolean {
  const theirs = rows.filter((row) => row.zone === zone).map(({ day, offset }) => [day, offset]);
  const ours = days.flatMap((instant, day) => {
    const offset = offsetsOf(zone).at(instant);
    return day > 0 && offset === offsetsOf(zone).at(instant - DAY_MS) ? [] : [[day, offset / MINUTE_MS]];
  });
  return JSON.stringify(ours) === JSON.stringify(theirs);
}
