import fc from 'fast-check';
import { addDays, getDay, weekdayOf } from '../../platform/time/local-date';
import { type Rotation, rotationOf } from '../../platform/time/rotation';
import { WEEKDAYS } from '../../platform/time/weekdays';
import { type PlacedEntry, type PlacedHours, ZonesOfHours } from './zones-of-hours';

const SINCE = '2026-11-22';
const OWN = 'Europe/Berlin';
/** Two rotations begin together again after 56 weeks; the latest `from` of a world is 3 weeks after the first date. */
const DATES = Array.from({ length: (56 + 4) * 7 }, (_, day) => addDays(SINCE, day));

const date = fc.integer({ min: -14, max: 21 }).map((days) => addDays(SINCE, days));
const rotation: fc.Arbitrary<Rotation> = fc.oneof(
  fc.constant({}),
  date.map((from) => ({ from })),
  date.map((until) => ({ until })),
  fc.record({ everyWeeks: fc.integer({ min: 2, max: 8 }), from: date }),
);
const place = fc.constantFrom(undefined, 1, 1, 2, 2, 3);
const entry: fc.Arbitrary<PlacedEntry> = fc
  .tuple(fc.constantFrom(...WEEKDAYS), place, rotation)
  .map(([day, locationId, weeks]) => ({ day, ...(locationId !== undefined && { locationId }), ...weeks }));
const entries = fc.array(entry, { maxLength: 3 });
const special = fc.dictionary(
  date,
  fc.array(
    place.map((id) => id ?? null),
    { maxLength: 2 },
  ),
  { maxKeys: 3 },
);

const hours: fc.Arbitrary<PlacedHours> = fc.record({
  zone: fc.constant(OWN),
  schedule: fc.option(entries, { freq: 4 }),
  classes: entries,
  special: special.map((days) => new Map(Object.entries(days))),
  placeZones: fc.constant(
    new Map([
      [1, 'Europe/Lisbon'],
      [2, OWN],
    ]),
  ),
});

/** The zones of the hours and classes of a date, one by one. */
function zonesOn(
  { zone, schedule, classes, special: days, placeZones }: PlacedHours,
  on: string,
): ReadonlySet<string> {
  const day = getDay(on);
  const holding = (all: readonly PlacedEntry[]) =>
    all
      .filter((each) => each.day === WEEKDAYS[weekdayOf(day)] && rotationOf(each)(day))
      .map(({ locationId }) => locationId);
  const worked = days.get(on) ?? (schedule === null ? [null] : holding(schedule));
  return new Set([...worked, ...holding(classes)].map((id) => placeZones.get(id ?? NaN) ?? zone));
}

/** Whether hours of a date differ from others of it, or of a neighbour. @param since the first date that counts */
function clashesOn(world: PlacedHours, on: string, since = ''): boolean {
  const around = [-1, 0, 1].map((days) => addDays(on, days)).filter((each) => each >= since);
  const zones = new Set(around.flatMap((each) => [...zonesOn(world, each)]));
  return zones.size > 1 && zonesOn(world, on).size > 0;
}

describe('Zones of hours', () => {
  it('clash where a date and its neighbours have two, special hours or not', () => {
    fc.assert(
      fc.property(hours, (world) => {
        const ordinary = { ...world, special: new Map<string, readonly null[]>() };
        const ofWeeks = DATES.some((on) => clashesOn(ordinary, on, SINCE));
        const ofDates = [...world.special.keys()].some((on) => on >= SINCE && clashesOn(world, on));
        expect(new ZonesOfHours(world).clash(SINCE) !== undefined).toBe(ofWeeks || ofDates);
      }),
      { numRuns: 500 },
    );
  });
});
