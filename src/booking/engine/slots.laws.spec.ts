import fc from 'fast-check';
import { expectEqual } from '../../../test/support/worlds/expect-equal';
import { withBooking, withoutBooking } from '../../../test/support/worlds/booking';
import { Oracle } from '../../../test/support/worlds/oracle';
import { runs } from '../../../test/support/worlds/runs';
import { type WorldRequest, someRequest } from '../../../test/support/worlds/resources';
import { tapeOf } from '../../../test/support/worlds/scenes';
import { type World, aWorld, calendarOf, optionsOf } from '../../../test/support/worlds/world';
import {
  type ExactCandidate,
  type ResourceNeed,
  type Slot,
  SlotFinder,
  firstSlots,
  slotsBetween,
  slotsOfAny,
  verdict,
} from './index';
import { dateText, getDay, parseTime } from '../../platform/time/local-date';

/** The slots of a scene's three dates. */
function slotsOf(world: World, requested: WorldRequest = {}): readonly Slot[] {
  return daysOf(world, requested).flatMap((day) => day.slots);
}

/** The slots from an instant to the last date of a scene. In other zones, the date before the first has some, too. */
function slotsFrom(world: World, from: number, requested: WorldRequest = {}): readonly Slot[] {
  const before = dateText(getDay(world.scene.dates[0] ?? '') - 1);
  const slots = daysOf(world, requested, before).flatMap((day) => day.slots);
  return slots.filter(({ start }) => start >= from);
}

function daysOf(world: World, requested: WorldRequest, first = world.scene.dates[0] ?? '') {
  const last = world.scene.dates.at(-1) ?? '';
  return slotsBetween(world.now, world.service, calendarOf(world), first, last, optionsOf(world, requested));
}

/** Puts questions about a world, one after another, with the same choice of resources. */
function verdictsOn(world: World, requested: WorldRequest) {
  const calendar = calendarOf(world);
  const { resources, team, ...others } = optionsOf(world, requested);
  return (start: ExactCandidate['start']) =>
    verdict(world.now, world.service, calendar, { start, ...others }, resources, team);
}

function startsOf(slots: readonly Slot[]): readonly number[] {
  return slots.map((slot) => slot.start);
}

/** The starts in `after` that are not in `before`. */
function newIn(after: readonly Slot[], before: readonly Slot[]): readonly number[] {
  const known = new Set(startsOf(before));
  return startsOf(after).filter((start) => !known.has(start));
}

const anyMinutes = fc.integer({ min: 1, max: 90 });

function withService(world: World, differences: Partial<World['service']>): World {
  return { ...world, service: { ...world.service, ...differences } };
}

function moreOf(needs: readonly ResourceNeed[], pick: number): readonly ResourceNeed[] {
  if (needs.length === 0) return [{ kind: 'room', quantity: 1 }];
  return needs.map((need, i) =>
    i === pick % needs.length ? { ...need, quantity: need.quantity + 1 } : need,
  );
}

function moreHelp(team: World['team'], pick: number): World['team'] {
  return [...team, { providerIds: [1 + (pick % 6), 1 + ((pick + 2) % 6)], count: 1 + (pick % 2) }];
}

function withoutHelper(world: World, pick: number): World {
  const helpers = world.helpers.map((helper, i) =>
    i === pick % world.helpers.length ? { ...helper, isAvailable: false } : helper,
  );
  return { ...world, helpers };
}

/** The world with one stretch of time off more for one resource, from a minute of the scene on. */
function withResourceOff(world: World, more: number): World {
  const start = tapeOf(world.scene).instantOf(more * 60);
  const off = { start, end: start + more * 600_000 };
  const resources = world.resources.map((resource, i) =>
    i === more % world.resources.length ? { ...resource, timeOff: [...resource.timeOff, off] } : resource,
  );
  return { ...world, resources };
}

describe('The slots of any generated calendar', () => {
  it('equal those of an oracle that applies the rules minute by minute', () => {
    fc.assert(
      fc.property(aWorld, someRequest, (world, requested) => {
        const oracle = new Oracle(world, requested);
        expectEqual(
          daysOf(world, requested),
          world.scene.dates.map((date) => ({
            date,
            working: oracle.isWorkingDay(date),
            slots: world.service.isAvailable ? oracle.slotsOn(date) : [],
          })),
        );
      }),
      runs(3_500),
    );
  });

  it('can be booked by their date and time, and no other start of the grid or of a session can', () => {
    fc.assert(
      fc.property(aWorld, someRequest, (world, requested) => {
        const oracle = new Oracle(world, requested);
        const verdictAt = verdictsOn(world, requested);
        for (const { date, slots } of daysOf(world, requested)) {
          const booked = slots.map((slot) =>
            verdictAt({ date: slot.date, timeMin: parseTime(slot.time) ?? NaN }),
          );
          expectEqual(
            booked.map(({ bookable, start, end }) => [bookable, start, end]),
            slots.map(({ start, end }) => [true, start, end]),
          );
          expectEqual(
            oracle.startsOn(date).filter((start) => verdictAt(start).bookable),
            startsOf(slots),
          );
        }
      }),
      runs(2_000),
    );
  });

  it('lose a start or its seats and gain none when one is booked, and are the same again when it is cancelled', () => {
    fc.assert(
      fc.property(aWorld, someRequest, fc.nat(), (world, requested, pick) => {
        const before = slotsOf(world, requested);
        const chosen = before[pick % Math.max(before.length, 1)];
        if (!chosen) return;
        const answer = verdictsOn(world, requested)(chosen.start);
        if (!answer.bookable) throw new Error('offered, then refused');
        const booked = withBooking(world, 99, chosen, answer.placement);
        const after = slotsOf(booked, requested);
        expectEqual(newIn(after, before), []);
        const { seats = 1 } = requested;
        const seatsLeft = (chosen.seatsLeft ?? 1) - seats;
        expectEqual(
          after.filter(({ start }) => start === chosen.start),
          seatsLeft >= seats ? [{ ...chosen, seatsLeft }] : [],
        );
        expectEqual(slotsOf(withoutBooking(booked, 99), requested), before);
      }),
      runs(2_500),
    );
  });

  it.each<[string, (world: World, more: number) => World]>([
    [
      'a wider buffer before',
      (world, more) => withService(world, { bufferBeforeMin: world.service.bufferBeforeMin + more }),
    ],
    [
      'a wider buffer after',
      (world, more) => withService(world, { bufferAfterMin: world.service.bufferAfterMin + more }),
    ],
    [
      'a longer notice',
      (world, more) => withService(world, { minNoticeMin: world.service.minNoticeMin + more }),
    ],
    [
      'a lower capacity',
      (world, more) => withService(world, { capacity: 1 + (more % world.service.capacity) }),
    ],
    ['more resources needed', (world, more) => ({ ...world, needs: moreOf(world.needs, more) })],
    ['more time off of a resource', withResourceOff],
    ['more helpers needed', (world, more) => ({ ...world, team: moreHelp(world.team, more) })],
    ['an inactive helper', withoutHelper],
  ])('contain no new start with %s', (_, stricter) => {
    fc.assert(
      fc.property(aWorld, someRequest, anyMinutes, (world, requested, more) => {
        expectEqual(newIn(slotsOf(stricter(world, more), requested), slotsOf(world, requested)), []);
      }),
      runs(600),
    );
  });

  it('contain no new start when more seats are requested', () => {
    fc.assert(
      fc.property(aWorld, someRequest, (world, requested) => {
        const more = { ...requested, seats: (requested.seats ?? 1) + 1 };
        expectEqual(newIn(slotsOf(world, more), slotsOf(world, requested)), []);
      }),
      runs(600),
    );
  });

  it('are found in order from any instant and up to any number', () => {
    fc.assert(
      fc.property(
        aWorld,
        someRequest,
        fc.oneof(fc.constant(0), fc.nat({ max: 4_400 })),
        fc.oneof(fc.nat({ max: 2 }), fc.nat({ max: 8 })),
        (world, requested, minutes, limit) => {
          const { now, service, scene } = world;
          const tape = tapeOf(scene);
          const [first = '', , last = ''] = scene.dates;
          const from = tape.instantOf(tape.reaches(first, 0) + minutes);
          const finder = new SlotFinder(now, service, calendarOf(world), optionsOf(world, requested));
          const expected = slotsFrom(world, from, requested);
          expectEqual(finder.first(from, limit, getDay(last)), expected.slice(0, limit));
        },
      ),
      runs(1_500),
    );
  });

  it('are those that firstSlots returns for one seat of a service without resources or a team', () => {
    fc.assert(
      fc.property(aWorld, fc.nat({ max: 8 }), (world, limit) => {
        const calendar = calendarOf(world);
        const { now, service, scene } = world;
        const [first = '', , last] = scene.dates;
        const from = tapeOf(scene).instantOf(tapeOf(scene).reaches(first, 0));
        const slots = slotsFrom({ ...world, needs: [], team: [] }, from);
        expectEqual(firstSlots(now, service, calendar, from, limit, last), slots.slice(0, limit));
      }),
      runs(300),
    );
  });

  it('of two providers together are the union of the slots of each', () => {
    fc.assert(
      fc.property(aWorld, aWorld, (one, other) => {
        const shared = slotsOfAny([
          { providerId: 7, slots: slotsOf(one), minutesOn: () => 0 },
          { providerId: 3, slots: slotsOf(other), minutesOn: () => 0 },
        ]);
        const of = (id: number) => startsOf(shared.filter((slot) => slot.providerIds.includes(id)));
        expectEqual(of(7), startsOf(slotsOf(one)));
        expectEqual(of(3), startsOf(slotsOf(other)));
        expectEqual(
          startsOf(shared),
          [...new Set([...of(7), ...of(3)])].toSorted((a, b) => a - b),
        );
      }),
      runs(500),
    );
  });
});
