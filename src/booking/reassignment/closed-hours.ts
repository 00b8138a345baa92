import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Absence, DayHours } from '../../business/periods/affected-appointments';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { type Interval, subtract, unite } from '../../platform/time/interval';
import { getDay } from '../../platform/time/local-date';
import { dayBounds, resolve } from '../../platform/time/zones/wall-clock';
import type { Affected } from './affected-lock';
import { HOURS_OF_BUSINESS, HOURS_OF_LOCATION, HOURS_OF_PROVIDER } from './affected.statements';

/** The zones in which appointments and holds that start from $1 to $2 were booked. */
const ZONES = {
  name: 'affected.zones',
  text: `
    select booked_zone as zone from appointments where start_at >= $1 and start_at < $2 and booked_zone is not null
    union select booked_zone from holds where start_at >= $1 and start_at < $2 and booked_zone is not null`,
};

/** In the place of the id of a location: no place is named, and each other place. As `isClosed` has them. */
const [NO_PLACE, OTHER_PLACE] = [0, -1];

/** What special hours close: on their dates, all that is outside them, on the clock of what was booked. */
@Injectable()
export class ClosedHours {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
  ) {}

  async affectedBy(
    tx: EntityManager,
    { whose, interval }: Absence,
    days: readonly DayHours[],
  ): Promise<Omit<Affected, 'treatment'>> {
    const bounds = [new Date(interval.start), new Date(interval.end)];
    const rows = await this.database.rows<{ zone: string }>(ZONES, bounds, tx);
    const business = this.config.businessTimeZone;
    const zones = [...new Set([business, ...rows.map(({ zone }) => zone)])];
    const values = [...bounds, ...closedTimes(zones, days), business];
    if (whose !== undefined && 'providerId' in whose) {
      const { providerId } = whose;
      return { selection: HOURS_OF_PROVIDER, values: [...values, providerId], providerIds: [providerId] };
    }
    const dates = days.map(({ date }) => date);
    return whose !== undefined && 'locationId' in whose
      ? { selection: HOURS_OF_LOCATION, values: [...values, dates, whose.locationId], providerIds: [] }
      : { selection: HOURS_OF_BUSINESS, values: [...values, dates], providerIds: [] };
  }
}

/** The zones, the places and the multiranges of what is closed there: one of each for every zone and place. */
function closedTimes(zones: readonly string[], days: readonly DayHours[]): readonly unknown[] {
  const named = days.flatMap(({ hours }) => hours.flatMap(({ locationId }) => locationId ?? []));
  const places = [...new Set([NO_PLACE, OTHER_PLACE, ...named])];
  const all = zones.flatMap((zone) =>
    places.map((place) => ({ zone, place, closed: days.flatMap((day) => closedOn(day, zone, place)) })),
  );
  return [
    all.map(({ zone }) => zone),
    all.map(({ place }) => place),
    all.map(({ closed }) => `{${closed.map(rangeText).join()}}`),
  ];
}

/** Hours that name a place are those of what is booked there, and of what names no place. */
function closedOn({ date, hours }: DayHours, zone: string, place: number): readonly Interval[] {
  const bounds = dayBounds(date, zone);
  if (bounds.start >= bounds.end) return [];
  const open = hours
    .filter(({ locationId = place }) => place === NO_PLACE || locationId === place)
    .map(({ startMin, endMin }) => ({
      start: resolve(getDay(date), startMin, zone).instant,
      end: resolve(getDay(date), endMin, zone).instant,
    }));
  return subtract([bounds], unite(open.filter(({ start, end }) => start < end)));
}

function rangeText({ start, end }: Interval): string {
  return `[${new Date(start).toISOString()},${new Date(end).toISOString()})`;
}
