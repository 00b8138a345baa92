import fc from 'fast-check';
import {
  DateZones,
  NO_BOUNDS,
  zoneOfPlaces,
  type ScheduleEntry,
  type TimetableEntry,
  weeklyHours,
  type WorkStretch,
} from '../../../src/booking/engine';
import { dateText, getDay } from '../../../src/platform/time/local-date';
import { WEEKDAYS } from '../../../src/platform/time/weekdays';
import { entriesOn } from './entries-on';
import { tapeOf } from './scenes';
import type { NamedDate, Scene } from './tape';
import type { HoursByDate, World } from './world';

/** The zones of the places that have one, by the id of the place. */
export type PlaceZones = Readonly<Record<number, string | undefined>>;

/** Whether a place has a zone. */
export function hasZones({ placeZones }: { readonly placeZones: PlaceZones }): boolean {
  return Object.keys(placeZones).length > 0;
}

type Place = number | undefined;

/** Where the hours of a week are. Undefined in the place of one: at every place. */
interface WeekParts {
  readonly kind: 'any' | 'one' | 'parts' | 'weeks';
  readonly first: Place;
  readonly second: Place;
  /** How many days the first part lasts, from the day before the scene on. */
  readonly turn: number;
}

/** Of places 1 and 2. */
export function placeZonesOf([one, other]: readonly [string, string], own: string): fc.Arbitrary<PlaceZones> {
  return fc.constantFrom<PlaceZones>({ 1: one }, { 2: one }, { 1: one, 2: other }, { 1: one, 2: own });
}

/** Most begin at a place with a zone. */
export function weekParts(placeZones: PlaceZones): fc.Arbitrary<WeekParts> {
  const zoned = Object.keys(placeZones).map(Number);
  return fc.record({
    kind: fc.constantFrom('any', 'one', 'one', 'parts', 'parts', 'parts', 'weeks'),
    first: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...zoned) },
      { weight: 1, arbitrary: fc.constantFrom(undefined, 1, 2) },
    ),
    second: fc.constantFrom(undefined, undefined, 2, 1),
    turn: fc.integer({ min: 1, max: 4 }),
  });
}

/** Puts the hours of a week at the places of its parts. */
export function placedBy(
  { kind, first, second, turn }: WeekParts,
  { dates: [date = ''] }: Scene,
  entries: readonly ScheduleEntry[],
): readonly ScheduleEntry[] {
  if (kind === 'any') return entries;
  if (kind === 'one') return entries.map((entry) => at(first, entry));
  if (kind === 'weeks') return inTurn(entries, [first, second], date);
  return entries.map((entry) => {
    const days = (WEEKDAYS.indexOf(entry.day) - weekdayOf(date) + 8) % 7;
    return at(days < turn ? first : second, entry);
  });
}

function at<T extends WorkStretch>(place: Place, stretch: T) {
  const { locationId, ...nowhere } = stretch;
  if (place === locationId) return stretch;
  return place === undefined ? nowhere : { ...nowhere, locationId: place };
}

/** The entries in every other week at the first place, in the others at the second. */
function inTurn(
  entries: readonly ScheduleEntry[],
  places: readonly Place[],
  date: string,
): readonly ScheduleEntry[] {
  return places.flatMap((place, i) => {
    const from = dateText(getDay(date) - 7 * (2 + i));
    return entries.map(({ day, startMin, endMin, breaks }) =>
      at(place, { day, startMin, endMin, breaks, everyWeeks: places.length, from }),
    );
  });
}

function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7;
}

/** What a provider works, and where. */
interface Hours {
  readonly schedule: World['schedule'];
  readonly special: HoursByDate;
}

/**
 * The zones of the dates of one provider around a scene: one for a date and its neighbours. Takes hours in only where they agree, as writes
 * do.
 */
class Agreement {
  private readonly dates: readonly NamedDate[];
  /** By the index of the date; undefined: there are no hours. */
  private readonly zones: (string | undefined)[];

  constructor(
    private readonly scene: Scene,
    private readonly placeZones: PlaceZones,
  ) {
    this.dates = tapeOf(scene).dates;
    this.zones = this.dates.map(() => undefined);
  }

  take({ schedule, special }: Hours): Hours {
    if (schedule === null || schedule.length === 0) this.zones.fill(this.scene.zone);
    const kept = schedule?.filter((entry) => this.takeAll(this.datesOf(entry), this.zoneOf(entry))) ?? null;
    return { schedule: kept, special: this.special(special) };
  }

  /**
   * At no place where the place does not agree; none where that does not either. A class at no place has the zone of its date here, which
   * writes refuse: those of versions before may be stored.
   */
  takeClass(entry: TimetableEntry): readonly TimetableEntry[] {
    const { locationId, ...nowhere } = entry;
    const dates = this.datesOf(entry);
    const ofPlace = this.placeZones[locationId ?? NaN];
    if (ofPlace !== undefined && this.takeAll(dates, ofPlace)) return [entry];
    const zoneOn = (date: number) => this.zones[date] ?? this.scene.zone;
    if (!dates.every((date) => this.agrees(date, zoneOn(date)))) return [];
    for (const date of dates) this.zones[date] = zoneOn(date);
    return [ofPlace === undefined ? entry : nowhere];
  }

  /** Days off first, because they let their neighbours differ. */
  private special(all: HoursByDate): HoursByDate {
    const days = Object.entries(all).toSorted(([, a], [, b]) => a.length - b.length);
    const kept = days.flatMap(([date, hours]) => {
      const index = this.dates.findIndex((named) => named.date === date);
      const places = [undefined, 1, 2].map((place) => hours.map((stretch) => at(place, stretch)));
      const found = [hours, ...places].find((stretches) => this.takeDate(index, stretches));
      return found === undefined ? [] : [[date, found] as const];
    });
    return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Special hours take the place of others, or are not taken in. */
  private takeDate(date: number, stretches: readonly WorkStretch[]): boolean {
    const [zone, ...others] = new Set(stretches.map((stretch) => this.zoneOf(stretch)));
    const neighbours = [this.zones[date - 1], this.zones[date + 1]];
    const agrees = neighbours.every((other) => zone === undefined || (other ?? zone) === zone);
    if (others.length > 0 || !agrees) return false;
    this.zones[date] = zone;
    return true;
  }

  private takeAll(dates: readonly number[], zone: string): boolean {
    if (!dates.every((date) => this.agrees(date, zone))) return false;
    for (const date of dates) this.zones[date] = zone;
    return true;
  }

  private agrees(date: number, zone: string): boolean {
    return [-1, 0, 1].every((days) => (this.zones[date + days] ?? zone) === zone);
  }

  private datesOf(entry: ScheduleEntry | TimetableEntry): readonly number[] {
    return this.dates.flatMap((named, i) => (entriesOn(named, [entry]).length > 0 ? [i] : []));
  }

  private zoneOf({ locationId }: Pick<WorkStretch, 'locationId'>): string {
    return this.placeZones[locationId ?? NaN] ?? this.scene.zone;
  }
}

/** The world without the hours and classes that have no zone beside others of their provider. */
export function inAgreement(world: World): World {
  const { scene, placeZones, helpers, leaderId, service, classes } = world;
  if (!hasZones(world)) return world;
  const agreements = new Map<number, Agreement>();
  const agreed = (id: number, hours: Hours): Hours => {
    const agreement = new Agreement(scene, placeZones);
    agreements.set(id, agreement);
    return agreement.take(hours);
  };
  const helping = helpers.map((helper) => ({ ...helper, ...agreed(helper.id, helper) }));
  const { schedule, special: own } = agreed(leaderId, {
    schedule: world.schedule,
    special: world.special.own,
  });
  const held = (timetable: readonly TimetableEntry[]) =>
    timetable.flatMap((entry) => agreements.get(entry.providerId)?.takeClass(entry) ?? [entry]);
  return {
    ...world,
    schedule,
    special: { ...world.special, own },
    helpers: helping,
    service: { ...service, timetable: service.timetable && held(service.timetable) },
    classes: classes.map((each) => ({ ...each, timetable: held(each.timetable) })),
  };
}

/** The zones of a provider in the form of the engine's arguments. */
export function zonesOf(world: World) {
  const { scene, placeZones, schedule, special, leaderId, classes, service } = world;
  const zones = new Map(Object.entries(placeZones).map(([id, zone = scene.zone]) => [Number(id), zone]));
  if (zones.size === 0) return {};
  const week = schedule === null || schedule.length === 0 ? undefined : weeklyHours(schedule, NO_BOUNDS);
  const timetables = [...classes.map(({ timetable }) => timetable), service.timetable ?? []].flat();
  const own = timetables.filter(({ providerId }) => providerId === leaderId);
  const ofPlaces = zoneOfPlaces((day) => {
    const date = dateText(day);
    const hours = special.own[date] ?? week?.(day) ?? [];
    return [...hours, ...entriesOn({ date, day: WEEKDAYS[weekdayOf(date)] }, own)];
  }, zones);
  return { placeZones: zones, zones: new DateZones(scene.zone, [...new Set(zones.values())], ofPlaces) };
}
