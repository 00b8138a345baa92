import fc from 'fast-check';
import { Oracle } from '../../../../test/support/worlds/oracle';
import { runs } from '../../../../test/support/worlds/runs';
import { tapeOf } from '../../../../test/support/worlds/scenes';
import { type World, aWorld, calendarOf } from '../../../../test/support/worlds/world';
import {
  type BusyInterval,
  type Question,
  type ServiceRules,
  type Slot,
  firstSlots,
  slotsBetween,
  slotsOfAny,
  slotsOn,
  verdict,
} from './index';
import { parseTime } from '../../../platform/time/local-date';

/** The slots of a scene's three dates. */
function slotsOf(
  world: World,
  service: ServiceRules = world.service,
  busy: readonly BusyInterval[] = world.busy,
) {
  return world.scene.dates.flatMap((date) => slotsOn(world.now, service, calendarOf(world, busy), date));
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

describe('The slots of any generated calendar', () => {
  it('equal those of an oracle that applies the rules minute by minute', () => {
    fc.assert(
      fc.property(aWorld, (world) => {
        const oracle = new Oracle(world);
        const [first = '', , last = ''] = world.scene.dates;
        const days = slotsBetween(world.now, world.service, calendarOf(world), first, last);
        expect(days).toEqual(
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

  it('can be booked by their date and time, and no other start of the grid can', () => {
    fc.assert(
      fc.property(aWorld, (world) => {
        const oracle = new Oracle(world);
        const calendar = calendarOf(world);
        const ask = (start: Question['start']) => verdict(world.now, world.service, calendar, { start });
        for (const date of world.scene.dates) {
          const slots = slotsOn(world.now, world.service, calendar, date);
          const booked = slots.map((slot) => ask({ date: slot.date, timeMin: parseTime(slot.time) ?? NaN }));
          expect(booked.map(({ bookable, start, end }) => [bookable, start, end])).toEqual(
            slots.map(({ start, end }) => [true, start, end]),
          );
          expect(oracle.gridOf(date).filter((start) => ask(start).bookable)).toEqual(startsOf(slots));
        }
      }),
      runs(2_000),
    );
  });

  it('contain no new slot when one is booked, and are the same again when it is cancelled', () => {
    fc.assert(
      fc.property(aWorld, fc.nat(), (world, pick) => {
        const before = slotsOf(world);
        const chosen = before[pick % Math.max(before.length, 1)];
        if (!chosen) return;
        const answer = verdict(world.now, world.service, calendarOf(world), { start: chosen.start });
        if (!answer.bookable) throw new Error('offered, then refused');
        const booked = [...world.busy, { ...answer.busy, appointmentId: 99 }];
        const after = slotsOf(world, world.service, booked);
        expect(newIn(after, before)).toEqual([]);
        expect(startsOf(after)).not.toContain(chosen.start);
        const cancelled = booked.filter((taken) => taken.appointmentId !== 99);
        expect(slotsOf(world, world.service, cancelled)).toEqual(before);
      }),
      runs(2_500),
    );
  });

  it.each<[string, (service: ServiceRules, more: number) => ServiceRules]>([
    ['a wider buffer before', (s, more) => ({ ...s, bufferBeforeMin: s.bufferBeforeMin + more })],
    ['a wider buffer after', (s, more) => ({ ...s, bufferAfterMin: s.bufferAfterMin + more })],
    ['a longer notice', (s, more) => ({ ...s, minNoticeMin: s.minNoticeMin + more })],
  ])('contain no new slot with %s', (_, stricter) => {
    fc.assert(
      fc.property(aWorld, anyMinutes, (world, more) => {
        expect(newIn(slotsOf(world, stricter(world.service, more)), slotsOf(world))).toEqual([]);
      }),
      runs(1_000),
    );
  });

  it('are returned in order by firstSlots, from any instant and up to any number', () => {
    fc.assert(
      fc.property(aWorld, fc.nat({ max: 4_400 }), fc.nat({ max: 8 }), (world, minutes, limit) => {
        const { now, service, scene } = world;
        const tape = tapeOf(scene);
        const from = tape.instantOf(tape.reaches(scene.dates[0] ?? '', 0) + minutes);
        const first = (since: number) =>
          firstSlots(now, service, calendarOf(world), since, limit, scene.dates[2]);
        const expected = slotsOf(world).filter((slot) => slot.start >= from);
        expect(first(from)).toEqual(expected.slice(0, limit));
      }),
      runs(1_500),
    );
  });

  it('of two providers together are the union of the slots of each', () => {
    fc.assert(
      fc.property(aWorld, aWorld, (one, other) => {
        const shared = slotsOfAny([
          { providerId: 7, slots: slotsOf(one) },
          { providerId: 3, slots: slotsOf(other) },
        ]);
        const of = (id: number) => startsOf(shared.filter((slot) => slot.providerIds.includes(id)));
        expect(of(7)).toEqual(startsOf(slotsOf(one)));
        expect(of(3)).toEqual(startsOf(slotsOf(other)));
        expect(startsOf(shared)).toEqual([...new Set([...of(7), ...of(3)])].toSorted((a, b) => a - b));
      }),
      runs(500),
    );
  });
});
