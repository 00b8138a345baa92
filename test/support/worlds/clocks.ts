/** Says on which clock each date of a world is. It shares only types with the engine. */
import type { TimetableEntry, WorkStretch } from '../../../src/booking/engine';
import { entriesOn, withoutBreaks } from './entries-on';
import type { Helper } from './helpers';
import { tapeOf } from './scenes';
import type { NamedDate, Tape } from './tape';
import type { World } from './world';

/** What a world says of the zones of a provider. */
type ZonedWorld = Pick<
  World,
  'scene' | 'placeZones' | 'schedule' | 'special' | 'leaderId' | 'classes' | 'service'
>;

/**
 * The clocks of the dates of a provider: that of the places that its hours or classes name, else its own. All dates of a request that
 * names a place with a zone are on the clock of that place.
 */
export class Clocks {
  private readonly own: Tape;
  private readonly requested: Tape | undefined;
  /** Of the dates whose hours name a place with a zone. */
  private readonly placed = new Map<string, Tape>();

  constructor(world: ZonedWorld, place: number | null = null) {
    const { scene, placeZones } = world;
    this.own = tapeOf(scene);
    const ofPlace = placeZones[place ?? NaN];
    this.requested = ofPlace === undefined ? undefined : tapeOf(scene, ofPlace);
    if (Object.keys(placeZones).length === 0) return;
    for (const named of this.own.dates) {
      const zone = placesOn(world, named)
        .map((id) => placeZones[id ?? NaN])
        .find((found) => found !== undefined);
      if (zone !== undefined) this.placed.set(named.date, tapeOf(scene, zone));
    }
  }

  on(date: string): Tape {
    return this.requested ?? this.placed.get(date) ?? this.own;
  }

  /** That of the date whose hours may contain an instant. */
  at(instant: number): Tape {
    if (this.requested !== undefined) return this.requested;
    for (const tape of new Set(this.placed.values()))
      if (this.placed.get(tape.dateAt(instant)) === tape) return tape;
    return this.own;
  }

  dateAt(instant: number): string {
    return this.at(instant).dateAt(instant);
  }
}

/** Those of a provider who helps. */
export function clocksOf(world: ZonedWorld, { id, schedule, special: own }: Helper): Clocks {
  return new Clocks({ ...world, leaderId: id, schedule, special: { ...world.special, own } });
}

/** The places of the hours of a date, and of the classes on it. */
function placesOn(world: ZonedWorld, named: NamedDate): readonly (number | undefined)[] {
  const { schedule, special, leaderId, classes, service } = world;
  const entries = entriesOn(named, schedule ?? []).filter((entry) => withoutBreaks(entry).length > 0);
  const hours: readonly WorkStretch[] = special.own[named.date] ?? entries;
  const given = [...classes.map(({ timetable }) => timetable), service.timetable ?? []].flat();
  const own = given.filter(({ providerId }: TimetableEntry) => providerId === leaderId);
  return [...hours, ...entriesOn(named, own)].map(({ locationId }) => locationId);
}
