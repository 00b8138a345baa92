import fc from 'fast-check';
import { expectEqual } from '../../../test/support/worlds/expect-equal';
import { withBooking, withoutBooking } from '../../../test/support/worlds/booking';
import { countedZone, dateOf } from '../../../test/support/worlds/limits';
import { runs } from '../../../test/support/worlds/runs';
import {
  type World,
  aWorld,
  calendarOf,
  helpersOf,
  optionsOf,
  resourcesOf,
  teamOf,
} from '../../../test/support/worlds/world';
import { getDay } from '../../platform/time/local-date';
import {
  type EarlierChanges,
  calendarAfter,
  type EarlierBooking,
  ResourceChoice,
  resourcesAfter,
  type Slot,
  slotsBetween,
  type Verdict,
  verdict,
} from './index';

const MARGIN_MS = 3 * 86_400_000;
const SERVICE = 1;

function slotsOf(world: World): readonly Slot[] {
  const [first = '', , last = ''] = world.scene.dates;
  const options = optionsOf(world, {});
  return slotsBetween(world.now, world.service, calendarOf(world), first, last, options).flatMap(
    (day) => day.slots,
  );
}

function dayOf(world: World, start: number, place: number | null): number {
  return getDay(dateOf(world.scene, { start, zone: countedZone(world, place) }));
}

/** The verdict in a world to which all earlier decisions were added. */
function inWorld(world: World, start: number, excludeAppointmentId?: number): Verdict {
  const { resources, team } = optionsOf(world, { excludeAppointmentId });
  const candidate = { start, excludeAppointmentId };
  return verdict(world.now, world.service, calendarOf(world), candidate, resources, team);
}

/** The verdict in the world as it was, with the decisions beside it. @param minutes the world whose booked minutes count */
function afterChanges(
  world: World,
  changes: EarlierChanges,
  start: number,
  excludeAppointmentId?: number,
  minutes = world,
): Verdict {
  const within = { start: start - MARGIN_MS, end: start + MARGIN_MS };
  const calendar = calendarAfter(calendarOf(world), SERVICE, changes, within);
  const pool = resourcesAfter(resourcesOf(world), changes, within);
  const resources = new ResourceChoice(world.needs, pool, { excludeAppointmentId });
  const helpers = helpersOf(world).map((helper) => calendarAfter(helper, SERVICE, changes, within));
  const team = teamOf(minutes, { excludeAppointmentId }, helpers);
  return verdict(world.now, world.service, calendar, { start, excludeAppointmentId }, resources, team);
}

const reasonOf = (answer: Verdict) => (answer.bookable ? answer.placement : [answer.reason, answer.limit]);

const steps = fc.array(fc.record({ pick: fc.nat(), moves: fc.boolean() }), { minLength: 1, maxLength: 8 });

describe('A calendar after the earlier decisions of one write', () => {
  it('decides as if they had been written', () => {
    fc.assert(
      fc.property(aWorld, steps, (before, chosen) => {
        const slots = slotsOf(before);
        if (slots.length === 0) return;
        let world = before;
        let booked: readonly EarlierBooking[] = [];
        const opened = new Set<number>();
        const left = new Set<number>();
        for (const [i, { pick, moves }] of chosen.entries()) {
          const start = slots[pick % slots.length]?.start ?? NaN;
          // A batch does not join the sessions that it opens itself.
          if (opened.has(start)) continue;
          const moved = moves ? booked.find(({ placement }) => placement.session === null) : undefined;
          const id = moved?.appointmentId ?? undefined;
          const answer = afterChanges(before, { booked, left }, start, id, world);
          expectEqual(reasonOf(answer), reasonOf(inWorld(world, start, id)));
          if (!answer.bookable) continue;
          const { placement, end, locationId } = answer;
          const appointmentId = id ?? 1_000 + i;
          if (moved !== undefined) opened.delete(moved.start);
          if (placement.session === null) opened.add(start);
          const time = { start, end, locationId };
          world = withBooking(withoutBooking(world, appointmentId), appointmentId, time, placement);
          booked = [
            ...booked.filter((each) => each.appointmentId !== appointmentId),
            {
              providerId: 1,
              serviceId: SERVICE,
              appointmentId,
              start,
              end,
              day: dayOf(world, start, locationId),
              placement,
            },
          ];
        }
      }),
      runs(1_000),
    );
  });

  it('frees what an appointment had that was moved away', () => {
    fc.assert(
      fc.property(aWorld, fc.nat(), (before, pick) => {
        const slots = slotsOf(before);
        const slot = slots[pick % Math.max(slots.length, 1)];
        if (slot === undefined) return;
        const answer = inWorld(before, slot.start);
        if (!answer.bookable) throw new Error('offered, then refused');
        const after = withBooking(before, 1_000, slot, answer.placement);
        const changes = { booked: [], left: new Set([1_000]) };
        expectEqual(afterChanges(after, changes, slot.start, undefined, before), answer);
      }),
      runs(500),
    );
  });

  it('has no resource, no helper and no booking of a date that an earlier decision about another provider takes', () => {
    fc.assert(
      fc.property(aWorld, fc.nat(), (before, pick) => {
        const slots = slotsOf(before);
        const slot = slots[pick % Math.max(slots.length, 1)];
        const answer = slot && inWorld(before, slot.start);
        if (!answer?.bookable || answer.placement.session !== null) return;
        const { start, end, locationId, placement } = answer;
        const day = dayOf(before, start, locationId);
        const booking = {
          providerId: 2,
          serviceId: SERVICE,
          appointmentId: 1_000,
          start,
          end,
          day,
          placement,
        };
        const claim = { ...placement.busy, appointmentId: 1_000, expiresAt: null };
        const resources = before.resources.map((resource) =>
          placement.resourceIds.includes(resource.id)
            ? { ...resource, claims: [...resource.claims, claim] }
            : resource,
        );
        const helpers = before.helpers.map((helper) =>
          helper.id === booking.providerId || placement.team.includes(helper.id)
            ? { ...helper, claims: [...helper.claims, claim] }
            : helper,
        );
        const limits = {
          ...before.limits,
          elsewhere: [...before.limits.elsewhere, { ...claim, start, locationId }],
        };
        const after = { ...before, resources, helpers, limits };
        const changes = { booked: [booking], left: new Set<number>() };
        expectEqual(afterChanges(before, changes, start, undefined, after), inWorld(after, start));
      }),
      runs(1_000),
    );
  });
});
