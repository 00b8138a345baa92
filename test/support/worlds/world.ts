import fc from 'fast-check';
import type {
  BusinessHours,
  Classes,
  Closure,
  ResourceCalendar,
  ResourceNeed,
  ScheduleEntry,
  ServiceRules,
  TeamNeed,
} from '../../../src/booking/engine';
import type { Interval } from '../../../src/platform/time/interval';
import type { LocalStretch } from '../../../src/platform/time/local-stretch';
import {
  hoursOfPlace,
  NO_BOUNDS,
  type PlaceHours,
  type ProviderCalendar,
  ResourceChoice,
  type SpecialDates,
  specialDates,
  TeamChoice,
  weeklyHours,
  type WorkStretch,
  Workload,
} from '../../../src/booking/engine';
import { WEEKDAYS } from '../../../src/platform/time/weekdays';
import { dateText, getDay } from '../../../src/platform/time/local-date';
import type { Rotation } from '../../../src/platform/time/rotation';
import { type Claim, type SeatClaim, apartFrom, claims, isLive } from './claims';
import { Clocks } from './clocks';
import { type Helper, teams } from './helpers';
import { intervals } from './intervals';
import { type Limits, limits, limitsOf } from './limits';
import { type WorldRequest, type Resource, needs, resources } from './resources';
import { aMoment, type Moment } from './moments';
import { mostlyFree } from './mostly-free';
import { LEADER, plans, seatClaims } from './sessions';
import type { Scene } from './tape';
import { someClasses } from './timetables';
import { hasZones, inAgreement, placedBy, type PlaceZones, weekParts, zonesOf } from './zones';

const MINUTE_MS = 60_000;
const DAY_MIN = 1_440;

export type HoursByDate = Readonly<Record<string, readonly WorkStretch[]>>;

/** A service, a provider, its appointments and holds, and the resources of the business, around one scene. */
export interface World {
  readonly scene: Scene;
  readonly now: number;
  readonly service: ServiceRules;
  readonly business: BusinessHours;
  readonly schedule: readonly ScheduleEntry[] | null;
  readonly placeZones: PlaceZones;
  /** The weekly hours of the places that have some of their own, by the id of the place. */
  readonly placeHours: Readonly<Record<number, readonly ScheduleEntry[] | undefined>>;
  /** The hours of dates that differ, by date, in time order. */
  readonly special: {
    readonly business: HoursByDate;
    readonly own: HoursByDate;
    /** By the id of a place. */
    readonly places: Readonly<Record<number, HoursByDate | undefined>>;
  };
  readonly isAvailable: boolean;
  readonly offersService: boolean;
  readonly closures: readonly Closure[];
  readonly timeOff: readonly Interval[];
  /** In other calendars of the provider. */
  readonly busyElsewhere: readonly Interval[];
  /** The provider's claims of other services, and of appointments of this one that no other can join. */
  readonly busy: readonly Claim[];
  /** The provider's claims of group sessions of the service. */
  readonly seats: readonly SeatClaim[];
  readonly needs: readonly ResourceNeed[];
  readonly resources: readonly Resource[];
  /** The id of the provider, who may be among the helpers, and does not help itself. */
  readonly leaderId: number;
  /** Who helps, besides the provider. */
  readonly team: readonly TeamNeed[];
  readonly helpers: readonly Helper[];
  readonly limits: Limits;
  /** Those of other services with a timetable, which may name any provider. */
  readonly classes: readonly Classes[];
}

/** The world in the form of the engine's arguments. As from the database, holds that have expired are left out. */
export function calendarOf(world: World): ProviderCalendar {
  const { isAvailable, offersService, closures, timeOff, busyElsewhere } = world;
  const sessions = world.seats.filter(isLive(world.now));
  return {
    providerId: world.leaderId,
    isAvailable,
    offersService,
    timeZone: world.scene.zone,
    ...zonesOf(world),
    hours: weeklyHours(world.schedule, world.business, placesOf(world)),
    hoursOfPlace: (locationId) => {
      const ofPlace = placesOf(world).get(locationId);
      return ofPlace && hoursOfPlace(world.schedule, locationId, ofPlace);
    },
    ...specialOf(world),
    classes: world.classes,
    closures,
    timeOff,
    busyElsewhere,
    busy: [...world.busy.filter(isLive(world.now)), ...sessions.map(claimOf)],
    sessions,
    limits: limitsOf(world),
  };
}

/** The resources in the form of the engine's arguments, the claims of the sessions included. */
export function resourcesOf({ now, resources, seats }: World): readonly ResourceCalendar[] {
  return resources.map(({ claims, ...resource }) => {
    const bySessions = seats.filter(({ resourceIds }) => resourceIds.includes(resource.id)).map(claimOf);
    return { ...resource, busy: [...claims, ...bySessions].filter(isLive(now)) };
  });
}

/** What is requested, in the form of the engine's arguments. */
export function optionsOf(world: World, requested: WorldRequest) {
  const { seats, locationId, excludeAppointmentId } = requested;
  return {
    seats,
    locationId,
    excludeAppointmentId,
    resources: new ResourceChoice(world.needs, resourcesOf(world), requested),
    team: teamOf(world, requested),
  };
}

function placesOf({ placeHours }: World): PlaceHours {
  return new Map(
    Object.entries(placeHours).map(([id, week = []]) => [Number(id), weeklyHours(week, NO_BOUNDS)]),
  );
}

export function teamOf(world: World, requested: WorldRequest, calendars = helpersOf(world)): TeamChoice {
  const minutes = new Map(world.helpers.map((helper) => [helper.id, helpedTimes(world, helper, requested)]));
  return new TeamChoice(world.team, calendars, new Workload(minutes), requested);
}

/** Those who may help in the form of the engine's arguments, the claims of the sessions included. */
export function helpersOf(world: World): readonly ProviderCalendar[] {
  return world.helpers.map((helper) => {
    const { id, isAvailable, schedule, special: own, timeOff, busyElsewhere, claims } = helper;
    const bySessions = world.seats.filter(({ team }) => team.includes(id)).map(claimOf);
    return {
      ...calendarOf({
        ...world,
        leaderId: id,
        isAvailable,
        schedule,
        special: { ...world.special, own },
        busy: [],
        seats: [],
      }),
      offersService: false,
      limits: undefined,
      timeOff,
      busyElsewhere,
      busy: [...claims, ...bySessions].filter(isLive(world.now)),
    };
  });
}

/** The times of a helper's appointments without that which is being moved, in whole minutes. */
export function helpedTimes(
  { seats, now }: World,
  { id, claims }: Helper,
  { excludeAppointmentId }: WorldRequest,
): readonly Interval[] {
  const helped: readonly Claim[] = [...claims, ...seats.filter(({ team }) => team.includes(id))];
  return helped
    .filter(isLive(now))
    .filter(({ appointmentId }) => appointmentId !== null && appointmentId !== excludeAppointmentId)
    .map((claim) => claim.booked ?? claim)
    .map(({ start, end }) => ({
      start: Math.floor(start / MINUTE_MS) * MINUTE_MS,
      end: Math.ceil(end / MINUTE_MS) * MINUTE_MS,
    }));
}

function claimOf({ busy, appointmentId, expiresAt }: SeatClaim): Claim {
  return { ...busy, appointmentId, expiresAt };
}

function specialOf(world: World): SpecialDates {
  const { schedule, special } = world;
  const byDay = (hours: HoursByDate) =>
    new Map(Object.entries(hours).map(([date, stretches]) => [getDay(date), stretches]));
  return specialDates({
    schedule: schedule === null || schedule.length === 0 ? null : weeklyHours(schedule, NO_BOUNDS),
    weekly: weeklyHours(schedule, world.business, placesOf(world)),
    ofBusiness: byDay(special.business),
    own: byDay(special.own),
    // As they are read: of places that have some.
    ofPlaces: new Map(
      Object.entries(special.places).flatMap(([id, days = {}]) =>
        Object.keys(days).length === 0 ? [] : [[Number(id), byDay(days)] as const],
      ),
    ),
  });
}

const mostly = (value: boolean) => fc.constantFrom(...Array.from({ length: 29 }, () => value), !value);
/** Times of day, many of them near midnight and near the hours at which clocks change. */
const timeMin = fc.oneof(
  fc.constantFrom(0, 30, 60, 90, 120, 135, 150, 165, 180, 195, 240, 1_380, 1_410, DAY_MIN),
  fc.integer({ min: 0, max: DAY_MIN / 15 }).map((quarter) => quarter * 15),
  fc.integer({ min: 0, max: DAY_MIN }),
);

/** Generates up to `max` intervals between two times, in order; some touch. */
function stretches(max: number, within: LocalStretch): fc.Arbitrary<readonly LocalStretch[]> {
  const inside = timeMin.filter((min) => min >= within.startMin && min <= within.endMin);
  return fc.array(inside, { maxLength: max * 2 }).map((times) => {
    const sorted = times.toSorted((a, b) => a - b);
    const pairs = sorted.flatMap((startMin, i) =>
      i % 2 === 0 ? [{ startMin, endMin: sorted[i + 1] ?? startMin }] : [],
    );
    return pairs.filter(({ startMin, endMin }) => startMin < endMin);
  });
}

const WHOLE_DAY: LocalStretch = { startMin: 0, endMin: DAY_MIN };

const shift = (day: ScheduleEntry['day'], { startMin, endMin }: LocalStretch): fc.Arbitrary<ScheduleEntry> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant({ day, startMin, endMin, breaks: [] }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.integer({ min: startMin, max: endMin - 1 }), fc.integer({ min: 1, max: 90 }))
        .map(([from, length]) => ({
          day,
          startMin,
          endMin,
          breaks: [{ startMin: from, endMin: Math.min(from + length, endMin) }],
        })),
    },
  );

const dayShifts = (day: ScheduleEntry['day']): fc.Arbitrary<readonly ScheduleEntry[]> =>
  fc
    .oneof(
      { weight: 1, arbitrary: fc.constant([WHOLE_DAY]) },
      { weight: 3, arbitrary: stretches(3, WHOLE_DAY) },
    )
    .chain((pieces) => fc.tuple(...pieces.map((piece) => shift(day, piece))));

/** Generates the weeks in which the entries of a day hold: in most worlds every week, else every so many weeks between two dates. */
function rotation({ dates: [first = ''] }: Scene): fc.Arbitrary<Rotation> {
  const near = (days: fc.IntegerConstraints) =>
    fc.integer(days).map((after) => dateText(getDay(first) + after));
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: near({ min: -1, max: 3 }).map((until) => ({ until })) },
    {
      weight: 2,
      arbitrary: fc
        .record(
          {
            everyWeeks: fc.oneof(fc.constant(2), fc.integer({ min: 1, max: 8 })),
            from: near({ min: -60, max: 3 }),
            until: near({ min: 0, max: 30 }),
          },
          { requiredKeys: ['everyWeeks', 'from'] },
        )
        // The service takes no entry that ends before it begins.
        .filter(({ from, until = from }) => until >= from),
    },
  );
}

/** Where hours are: in most worlds at every place. Those of two places may touch. */
const places = placesIn(1);

function placesIn(weight: number): fc.Arbitrary<readonly (number | undefined)[]> {
  const named = fc.array(fc.constantFrom(1, 1, 2, undefined), { minLength: 8, maxLength: 8 });
  return fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight, arbitrary: named });
}

function atPlaces<T extends object>(
  stretches: readonly T[],
  named: readonly (number | undefined)[],
): readonly (T & Pick<WorkStretch, 'locationId'>)[] {
  return stretches.map((stretch, i) => {
    const locationId = named[i % Math.max(named.length, 1)];
    return locationId === undefined ? stretch : { ...stretch, locationId };
  });
}

/** Entries of one day have one rotation or apart from each other: they must not overlap on a date. */
function schedule(moment: Moment): fc.Arbitrary<readonly ScheduleEntry[] | null> {
  const { scene, placeZones } = moment;
  const named = fc.tuple(week(scene), places).map(([entries, where]) => atPlaces(entries, where));
  const inParts = () =>
    fc.tuple(named, weekParts(placeZones)).map(([entries, parts]) => placedBy(parts, scene, entries));
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 4, arbitrary: hasZones(moment) ? inParts() : named },
  );
}

/** Generates hours of one place or of two; in most worlds of none. A place never has an empty week. */
function placeHours(scene: Scene): fc.Arbitrary<World['placeHours']> {
  const ofPlace = week(scene).filter((entries) => entries.length > 0);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.record({ 1: ofPlace, 2: ofPlace }, { requiredKeys: ['1'] }) },
  );
}

function week(scene: Scene): fc.Arbitrary<readonly ScheduleEntry[]> {
  const days = WEEKDAYS.map((day) =>
    fc
      .tuple(dayShifts(day), fc.array(rotation(scene), { minLength: 3, maxLength: 3 }))
      .map(([shifts, rotations]) => shifts.map((entry, nth) => ({ ...entry, ...rotations[nth] }))),
  );
  return fc.tuple(...days).map((entries) => entries.flat());
}

const business: fc.Arbitrary<BusinessHours> = fc.record({
  startMin: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 })),
  endMin: fc.oneof(fc.constant(DAY_MIN), fc.integer({ min: 601, max: DAY_MIN })),
  days: fc.oneof(fc.constant([...WEEKDAYS]), fc.subarray([...WEEKDAYS], { minLength: 1 })),
});

export const service: fc.Arbitrary<ServiceRules> = fc.record({
  isAvailable: mostly(true),
  durationMin: fc.oneof(
    fc.constantFrom(30, 60),
    fc.integer({ min: 5, max: 180 }),
    fc.integer({ min: 1, max: DAY_MIN }),
  ),
  bufferBeforeMin: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 })),
  bufferAfterMin: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 })),
  slotIntervalMin: fc.option(fc.integer({ min: 10, max: 240 })),
  minNoticeMin: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2_880 })),
  maxAdvanceDays: fc.oneof(fc.constant(365), fc.integer({ min: 0, max: 4 })),
  capacity: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 6 })),
});

/** Generates hours for some dates of the scene. */
function specialHoursIn(
  { dates }: Scene,
  where: fc.Arbitrary<readonly (number | undefined)[]> = fc.constant([]),
): fc.Arbitrary<HoursByDate> {
  const hours = fc.tuple(stretches(3, WHOLE_DAY), where).map(([all, named]) => atPlaces(all, named));
  const day = fc.option(hours, { nil: undefined, freq: 2 });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.tuple(...dates.map(() => day)).map((days) =>
        Object.fromEntries(
          dates.flatMap((date, i) => {
            const hours = days[i];
            return hours === undefined ? [] : [[date, hours]];
          }),
        ),
      ),
    },
  );
}

/**
 * Any world around a scene, of a service as `services` generates it. Most of those with zones of places are mostly free. Shrinks to few
 * intervals and short services.
 */
export function worldAt(moment: Moment, services: fc.Arbitrary<ServiceRules> = service): fc.Arbitrary<World> {
  const { scene, now, placeZones } = moment;
  return fc
    .record({
      scene: fc.constant(scene),
      now: fc.constant(now),
      placeZones: fc.constant(placeZones),
      service: services,
      business,
      schedule: schedule(moment),
      placeHours: placeHours(scene),
      special: fc.record({
        business: specialHoursIn(scene),
        own: specialHoursIn(scene, places),
        places: fc.record({ 1: specialHoursIn(scene), 2: specialHoursIn(scene) }),
      }),
      isAvailable: mostly(true),
      offersService: mostly(true),
      closures: fc.tuple(intervals(scene, 2, 600), placesIn(2)).map(([all, named]) => atPlaces(all, named)),
      timeOff: intervals(scene, 2, 600),
      busyElsewhere: intervals(scene, 2, 300),
      busy: claims(scene, now, 6, 240),
      sessions: plans,
      needs,
      resources: resources(scene, now),
      teams: teams(scene, now, schedule(moment), specialHoursIn(scene)),
      limits: limits(scene, now),
      someClasses: someClasses(rotation(scene)),
      isFree: hasZones(moment) ? fc.constantFrom(true, true, false) : fc.constant(false),
    })
    .map(({ sessions, teams: own, someClasses: { timetable, classes }, isFree, ...others }) => {
      const service = { ...others.service, timetable };
      const generated = { ...others, ...own, service, classes, leaderId: LEADER, seats: [] };
      const world = inAgreement(isFree ? mostlyFree(generated) : generated);
      const seats = seatClaims(sessions, world, new Clocks(world));
      return { ...world, seats, busy: apartFrom(seats, world.busy) };
    });
}

export const aWorld: fc.Arbitrary<World> = aMoment.chain((moment) => worldAt(moment));
