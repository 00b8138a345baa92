import fc from 'fast-check';
import type { ServiceRules } from '../../../src/booking/engine';
import type { VisitDates, VisitRequest } from '../../../src/booking/engine/visits';
import type { Interval } from '../../../src/platform/time/interval';
import { getDay } from '../../../src/platform/time/local-date';
import { WEEKDAYS, type Weekday } from '../../../src/platform/time/weekdays';
import { type Claim, isLive, type SeatClaim } from './claims';
import type { Helper } from './helpers';
import type { WorldRequest, Resource } from './resources';
import { mostlyFree } from './mostly-free';
import { aMoment } from './moments';
import { hasZones } from './zones';
import { type World, calendarOf, optionsOf, service, teamOf, worldAt } from './world';

const MINUTE_MS = 60_000;

/** A few providers and as many services, with one pool of resources. Providers and services are counted from 0. */
export interface VisitWorld {
  /** The world of each provider, with the service of the same number. Scene, moment and business are those of the first. */
  readonly worlds: readonly World[];
  /** Whether a provider offers a service, by both numbers. */
  readonly offers: readonly (readonly boolean[])[];
  /** What differs when a provider gives a service, by both numbers. */
  readonly terms: readonly (readonly Partial<ServiceRules>[])[];
}

/** A visit to search for. */
export interface WorldVisitRequest extends Pick<WorldRequest, 'seats' | 'locationId'> {
  /** The number of a service, and that of a provider or null. */
  readonly items: readonly { readonly service: number; readonly provider: number | null }[];
  readonly maxGapMin: number;
  readonly firstDate: string;
  readonly lastDate: string;
  readonly weekdays: readonly Weekday[] | undefined;
  readonly timeFromMin: number | undefined;
  readonly timeToMin: number | undefined;
  readonly limit: number;
}

const SINGLE_WORLDS = new WeakMap<VisitWorld, World[][]>();

/** One service with one provider, as its world. */
export function worldOf(world: VisitWorld, service: number, provider: number): World {
  const known = SINGLE_WORLDS.get(world) ?? [];
  SINGLE_WORLDS.set(world, known);
  return ((known[service] ??= [])[provider] ??= makeWorldOf(world, service, provider));
}

/** The providers, and others who only help. */
function helpersIn(worlds: readonly World[], listed: World | undefined): readonly Helper[] {
  const others = new Map(worlds.flatMap(({ helpers }) => helpers).map((helper) => [helper.id, helper]));
  const providers = worlds.map(({ special: { own: special }, ...world }, provider): Helper => {
    const { isAvailable, schedule, timeOff, busyElsewhere, busy, seats } = world;
    const claims = [...busy, ...seats.map(asClaim)];
    return { id: provider + 1, isAvailable, schedule, special, timeOff, busyElsewhere, claims };
  });
  return [...providers, ...[...others.values()].filter(({ id }) => id > worlds.length)].map((helper) => ({
    ...helper,
    claims: [...helper.claims, ...helpedIn(worlds, helper.id, listed)],
  }));
}

/** What helping in sessions takes, but for those that the world lists as sessions. */
function helpedIn(worlds: readonly World[], id: number, listed: World | undefined): readonly Claim[] {
  return worlds
    .filter((world) => world !== listed)
    .flatMap(({ seats }) => seats)
    .filter(({ team }) => team.includes(id))
    .map((claim) => ({ ...asClaim(claim), as: 'help' }));
}

function asClaim({ busy, start, end, appointmentId, expiresAt, session }: SeatClaim): Claim {
  return { ...busy, appointmentId, expiresAt, session, booked: { start, end } };
}

function makeWorldOf({ worlds, offers, terms }: VisitWorld, service: number, provider: number): World {
  const [common, own, other] = [worldNo(worlds, 0), worldNo(worlds, provider), worldNo(worlds, service)];
  const isOwn = service === provider;
  const sessions = isOwn ? [] : own.seats.map(asClaim);
  return {
    ...own,
    service: { ...other.service, ...terms[provider]?.[service] },
    needs: other.needs,
    business: common.business,
    placeHours: common.placeHours,
    classes: common.classes,
    closures: common.closures,
    special: { ...common.special, own: own.special.own },
    offersService: offers[provider]?.[service] ?? false,
    busy: [...own.busy, ...sessions, ...helpedIn(worlds, provider + 1, undefined)],
    seats: isOwn ? own.seats : [],
    resources: common.resources.map((resource) => withSessions(resource, isOwn ? own : undefined, worlds)),
    leaderId: provider + 1,
    team: other.team,
    helpers: helpersIn(worlds, isOwn ? own : undefined),
    limits: {
      service: other.limits.service,
      provider: own.limits.provider,
      elsewhere: [...other.limits.elsewhere, ...(isOwn ? [] : other.seats.map(asClaim))],
    },
  };
}

/** The times of a provider's appointments without buffers, in whole minutes. */
export function appointmentsOf({ worlds }: VisitWorld, provider: number): readonly Interval[] {
  const { busy, seats, now } = worldNo(worlds, provider);
  return [...busy, ...seats]
    .filter(isLive(now))
    .filter(({ appointmentId }) => appointmentId !== null)
    .map(({ start, end }) => ({
      start: Math.floor(start / MINUTE_MS) * MINUTE_MS,
      end: Math.ceil(end / MINUTE_MS) * MINUTE_MS,
    }));
}

/** Who may give an item. */
export function providersOf(
  { worlds }: VisitWorld,
  { provider }: WorldVisitRequest['items'][number],
): readonly number[] {
  return provider === null ? worlds.map((_, number) => number) : [provider];
}

/** A world and what is requested, in the form of the engine's arguments. */
export function requestOf(world: VisitWorld, requested: WorldVisitRequest): VisitRequest {
  const { seats = 1, locationId, maxGapMin } = requested;
  return {
    items: requested.items.map((item) => {
      const ofService = worldOf(world, item.service, item.service);
      const providers = providersOf(world, item);
      return {
        serviceId: item.service,
        service: worldNo(world.worlds, item.service).service,
        terms: new Map(
          providers
            .filter((provider) => Object.keys(world.terms[provider]?.[item.service] ?? {}).length > 0)
            .map((provider) => [provider + 1, worldOf(world, item.service, provider).service]),
        ),
        resources: optionsOf(ofService, { locationId }).resources,
        team: teamOf(ofService, {}),
        calendars: providers.map((provider) => calendarOf(worldOf(world, item.service, provider))),
      };
    }),
    maxGapMin,
    locationId,
    seats,
    appointments: new Map(world.worlds.map((_, provider) => [provider + 1, appointmentsOf(world, provider)])),
  };
}

export function datesOf({
  firstDate,
  lastDate,
  weekdays,
  timeFromMin,
  timeToMin,
}: WorldVisitRequest): VisitDates {
  return { firstDay: getDay(firstDate), lastDay: getDay(lastDate), weekdays, timeFromMin, timeToMin };
}

function worldNo(worlds: readonly World[], number: number): World {
  const world = worlds[number];
  if (world === undefined) throw new Error(`there is no world ${number}`);
  return world;
}

/** A resource with the claims of all sessions but those that the world lists as sessions. */
function withSessions(resource: Resource, listed: World | undefined, worlds: readonly World[]): Resource {
  const others = worlds.filter((world) => world !== listed).flatMap(({ seats }) => seats);
  const own = others.filter(({ resourceIds }) => resourceIds.includes(resource.id));
  return {
    ...resource,
    claims: [...resource.claims, ...own.map(({ busy, ...claim }) => ({ ...claim, ...busy }))],
  };
}

/** Short enough for visits that end on the date after their start. */
const shortService = service.map((rules) => ({ ...rules, durationMin: 1 + (rules.durationMin % 120) }));

/** Terms of one provider: in most cases none. */
const someTerms: fc.Arbitrary<Partial<ServiceRules>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        durationMin: fc.integer({ min: 1, max: 120 }),
        bufferBeforeMin: fc.nat({ max: 60 }),
        bufferAfterMin: fc.nat({ max: 60 }),
      },
      { requiredKeys: [] },
    ),
  },
);

/** In several zones without classes: those of one world are given by the providers of others, on whose dates they may be in other zones. */
function withoutClasses(world: World): World {
  if (!hasZones(world)) return world;
  return { ...world, classes: [], service: { ...world.service, timetable: null } };
}

/** No provider helps in its own sessions. */
function withoutSelf(world: World, id: number): World {
  const seats = world.seats.map((claim) => ({
    ...claim,
    team: claim.team.filter((helper) => helper !== id),
  }));
  return { ...world, seats };
}

/** Generates two or three providers and services, most of them with much free time, which visits need. Shrinks as worlds do. */
export const aVisitWorld: fc.Arbitrary<VisitWorld> = aMoment.chain((moment) =>
  fc.record({
    worlds: fc
      .array(fc.tuple(worldAt(moment, shortService), fc.constantFrom(true, false, false)), {
        minLength: 2,
        maxLength: 3,
      })
      .map((worlds) =>
        worlds.map(([world, isBusy], i) =>
          withoutSelf(withoutClasses(isBusy ? world : mostlyFree(world)), i + 1),
        ),
      ),
    terms: fc.tuple(...[0, 1, 2].map(() => fc.tuple(...[0, 1, 2].map(() => someTerms)))),
    offers: fc.tuple(
      ...[0, 1, 2].map(() =>
        fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(true, true, true, true, true, false))),
      ),
    ),
  }),
);

/** Not before a time, not after a time, both or neither; both are at most nine hours apart. */
const someTimes = fc
  .record({
    from: fc.nat({ max: 80 }),
    length: fc.integer({ min: 1, max: 36 }),
    which: fc.constantFrom('both', 'from', 'to', 'neither'),
  })
  .map(({ from, length, which }) => ({
    timeFromMin: which === 'both' || which === 'from' ? from * 15 : undefined,
    timeToMin: which === 'both' || which === 'to' ? Math.min(from + length, 96) * 15 : undefined,
  }));

/** The longest gaps that leave few enough ways to try them all, by the number of items. */
const GAPS = [[0], [0], [0, 0, 5, 20, 45], [0, 0, 1, 3, 5], [0, 0, 0, 1]] as const;

/** Generates one to four items. */
export function aVisitRequest({ worlds }: VisitWorld): fc.Arbitrary<WorldVisitRequest> {
  const { scene } = worldNo(worlds, 0);
  const number = fc.nat({ max: worlds.length - 1 });
  const provider = fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: number });
  const someItems = fc.array(fc.record({ service: number, provider }), { minLength: 1, maxLength: 4 });
  return someItems
    .chain((items) =>
      fc.record({
        items: fc.constant(items),
        maxGapMin: fc.constantFrom(...(GAPS[items.length] ?? [0])),
        seats: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 2, 3),
        locationId: fc.constantFrom(undefined, undefined, null, 1, 2),
        dates: fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 })),
        weekdays: fc.option(fc.subarray([...WEEKDAYS], { minLength: 3 }), { freq: 2, nil: undefined }),
        times: someTimes,
        limit: fc.constantFrom(1, 2, 3, 10),
      }),
    )
    .map(({ dates, times, ...requested }) => {
      const [firstDate = '', lastDate = ''] = dates.toSorted((a, b) => a - b).map((day) => scene.dates[day]);
      return { ...requested, ...times, firstDate, lastDate };
    });
}
