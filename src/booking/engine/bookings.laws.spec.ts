import fc from 'fast-check';
import { expectEqual } from '../../../test/support/worlds/expect-equal';
import { withBooking } from '../../../test/support/worlds/booking';
import { dateOf, startsOf } from '../../../test/support/worlds/limits';
import type { Resource } from '../../../test/support/worlds/resources';
import { runs } from '../../../test/support/worlds/runs';
import { type World, aWorld, calendarOf, optionsOf } from '../../../test/support/worlds/world';
import { type Interval, overlaps } from '../../platform/time/interval';
import { type DayLimitName, type Placement, type Slot, slotsBetween, verdict } from './index';

function slotsOf(world: World, seats = 1): readonly Slot[] {
  const [first = '', , last = ''] = world.scene.dates;
  const options = optionsOf(world, { seats });
  return slotsBetween(world.now, world.service, calendarOf(world), first, last, options).flatMap(
    (day) => day.slots,
  );
}

function verdictAt(world: World, start: number, seats: number) {
  const { resources, team } = optionsOf(world, { seats });
  return verdict(world.now, world.service, calendarOf(world), { start, seats }, resources, team);
}

/** The numbers of the seats that are taken at a start. */
function seatsAt(world: World, start: number): readonly number[] {
  const claims = calendarOf(world).sessions.filter((claim) => claim.start === start);
  return claims.flatMap((claim) => claim.seats);
}

describe('The seats of a session', () => {
  it('are never sold twice and never beyond the capacity, and no request that still fits is refused', () => {
    const requests = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(aWorld, requests, fc.nat(), (empty, wanted, pick) => {
        const slots = slotsOf(empty);
        const slot = slots[pick % Math.max(slots.length, 1)];
        if (!slot) return;
        const { capacity } = empty.service;
        let world = empty;
        for (const [i, seats] of wanted.entries()) {
          const left = capacity - seatsAt(world, slot.start).length;
          const isTaken = capacity === 1 && world !== empty;
          const expected = isTaken ? 'slot_taken' : seats > left ? 'session_full' : undefined;
          const answer = verdictAt(world, slot.start, seats);
          expect(answer.bookable ? undefined : answer.reason).toBe(expected);
          if (answer.bookable) world = withBooking(world, 100 + i, slot, answer.placement);
        }
        const sold = seatsAt(world, slot.start);
        expect(new Set(sold).size).toBe(sold.length);
        expect(sold.length).toBeLessThanOrEqual(capacity);
      }),
      runs(1_000),
    );
  });
});

describe('The limit of a date', () => {
  const namesOf = ({ limits: { service, provider } }: World) =>
    [
      ['service.maxPerDay', service],
      ['provider.maxPerDay', provider],
    ] as const;

  /** How many sessions count towards a limit, by their dates: those of their first seats. What joins one at another place exceeds nothing. */
  function countsOf(world: World, name: DayLimitName): ReadonlyMap<string, number> {
    const dates = new Map<string, string>();
    for (const each of startsOf(world, name))
      if (!dates.has(each.session)) dates.set(each.session, dateOf(world.scene, each));
    const counts = new Map<string, number>();
    for (const date of dates.values()) counts.set(date, (counts.get(date) ?? 0) + 1);
    return counts;
  }

  it('is not exceeded by any bookings, wherever they take place', () => {
    const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 6 });
    const most = fc.integer({ min: 1, max: 3 });
    const aLimited: fc.Arbitrary<World> = fc
      .tuple(aWorld, most, most)
      .map(([world, service, provider]) => ({ ...world, limits: { ...world.limits, service, provider } }));
    fc.assert(
      fc.property(aLimited, picks, (empty, chosen) => {
        const before = namesOf(empty).map(([name]) => countsOf(empty, name));
        let world = empty;
        for (const [i, pick] of chosen.entries()) {
          const slots = slotsOf(world);
          const slot = slots[pick % Math.max(slots.length, 1)];
          const answer = slot && verdictAt(world, slot.start, 1);
          if (slot !== undefined && answer?.bookable === true)
            world = withBooking(world, 100 + i, { ...slot, locationId: answer.locationId }, answer.placement);
        }
        for (const [i, [name, most]] of namesOf(world).entries())
          for (const [date, count] of countsOf(world, name))
            expect(count).toBeLessThanOrEqual(Math.max(most ?? Infinity, before[i]?.get(date) ?? 0));
      }),
      runs(1_500),
    );
  });
});

interface Taken {
  readonly resourceId: number;
  readonly busy: Interval;
  readonly session: string;
}

/**
 * Three providers with one pool of resources. Only the first has appointments and sessions. The third works the hours of the business, on
 * one clock: without the special hours, classes on neighbouring dates could have two, which no write allows.
 */
function colleagues(world: World): readonly [World, World, World] {
  const needs = world.needs.length > 0 ? world.needs : [{ kind: 'room', quantity: 1 }];
  const first = { ...world, needs };
  const second = { ...first, busy: [], seats: [] };
  const special = { ...world.special, own: {} };
  const hours = { schedule: null, special, placeZones: {}, timeOff: [], busyElsewhere: [] };
  return [first, second, { ...second, ...hours }];
}

/** The resources with the claims of the first provider's sessions: in a pool they are claims like any other. */
function poolOf({ resources, seats }: World): readonly Resource[] {
  return resources.map((resource) => {
    const bySessions = seats.filter(({ resourceIds }) => resourceIds.includes(resource.id));
    const claims = bySessions.map(({ busy, appointmentId, expiresAt }) => ({
      ...busy,
      appointmentId,
      expiresAt,
    }));
    return { ...resource, claims: [...resource.claims, ...claims] };
  });
}

function withTaken(pool: readonly Resource[], taken: readonly Taken[]): readonly Resource[] {
  return pool.map((resource) => {
    const own = taken.filter(({ resourceId }) => resourceId === resource.id);
    const claims = own.map(({ busy }) => ({ ...busy, appointmentId: null, expiresAt: null }));
    return { ...resource, claims: [...resource.claims, ...claims] };
  });
}

const someBookings = fc.array(
  fc.record({
    provider: fc.constantFrom(0, 1, 2),
    pick: fc.nat({ max: 5 }),
    seats: fc.constantFrom(1, 1, 2),
  }),
  { minLength: 2, maxLength: 10 },
);

describe('The resources that several providers share', () => {
  it('are never taken by two sessions at a time', () => {
    fc.assert(
      fc.property(aWorld, someBookings, (world, bookings) => {
        const worlds: World[] = [...colleagues(world)];
        const pool = poolOf(world);
        const taken: Taken[] = [];
        for (const [i, { provider, pick, seats }] of bookings.entries()) {
          const own = { ...(worlds[provider] ?? world), resources: withTaken(pool, taken) };
          const slots = slotsOf(own, seats);
          const slot = slots[pick % Math.max(slots.length, 1)];
          if (!slot) continue;
          const answer = verdictAt(own, slot.start, seats);
          if (!answer.bookable) throw new Error('offered, then refused');
          const { placement } = answer;
          worlds[provider] = withBooking(own, 100 + i, slot, placement);
          taken.push(...takenBy(placement, `${provider}: ${placement.session ?? `session of ${100 + i}`}`));
          if (placement.session === null) expectFree(pool, own.now, placement);
        }
        for (const one of taken)
          expectEqual(
            taken.filter((other) => clash(one, other)),
            [],
          );
      }),
      runs(500),
    );
  });
});

function takenBy({ busy, resourceIds }: Placement, session: string): readonly Taken[] {
  return resourceIds.map((resourceId) => ({ resourceId, busy, session }));
}

function clash(one: Taken, other: Taken): boolean {
  return (
    one.resourceId === other.resourceId && one.session !== other.session && overlaps(one.busy, other.busy)
  );
}

/** Expects that what the resources had before the first booking leaves room for one that opens a session. */
function expectFree(pool: readonly Resource[], now: number, { busy, resourceIds }: Placement): void {
  const before = pool
    .filter(({ id }) => resourceIds.includes(id))
    .flatMap(({ timeOff, claims }) => [
      ...timeOff,
      ...claims.filter(({ expiresAt }) => expiresAt === null || expiresAt > now),
    ]);
  expectEqual(
    before.filter((taken) => overlaps(taken, busy)),
    [],
  );
}
