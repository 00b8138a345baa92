import fc from 'fast-check';
import type { ScheduleEntry, ServiceRules } from '../../../src/booking/engine';
import { type Interval, overlaps } from '../../../src/platform/time/interval';
import type { LocalStretch } from '../../../src/platform/time/local-stretch';
import { WEEKDAYS } from '../../../src/platform/time/weekdays';
import { type SeatClaim, holderOf, lease } from './claims';
import type { Helper } from './helpers';
import type { Resource } from './resources';
import type { Clocks } from './clocks';
import type { Scene } from './tape';

const MINUTE_MS = 60_000;
/** The appointments of the sessions have ids from here on, three for each session. */
const FIRST_ID = 7;
/** The provider of a world. */
export const LEADER = 1;

/** What a session has whose place in time depends on the service and the working hours. */
export interface SessionPlan {
  readonly dateIndex: number;
  readonly shift: number;
  /** The number of slot intervals from the beginning of the shift. */
  readonly step: number;
  readonly offGridMin: number;
  /** How much longer it is than the service. */
  readonly longerMin: number;
  /** Its own buffers; null: those that the service has now. */
  readonly buffers: readonly [number, number] | null;
  /** For each seat, from number 1, which of three claims has it; 3: none. */
  readonly holders: readonly number[];
  readonly leases: readonly (number | null)[];
  readonly resources: readonly number[];
  readonly team: readonly number[];
}

const mostly = <T>(value: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });

const plan: fc.Arbitrary<SessionPlan> = fc.record({
  dateIndex: fc.nat({ max: 2 }),
  shift: fc.nat({ max: 2 }),
  step: fc.nat({ max: 12 }),
  offGridMin: mostly(0, fc.nat({ max: 59 })),
  longerMin: mostly(0, fc.integer({ min: -30, max: 60 })),
  buffers: mostly(null, fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 60 }))),
  holders: fc.array(fc.constantFrom(0, 0, 1, 2, 3, 3), { minLength: 1, maxLength: 8 }),
  leases: fc.tuple(lease, lease, lease),
  resources: fc.array(fc.nat({ max: 5 }), { maxLength: 2 }),
  team: fc.array(fc.nat({ max: 5 }), { maxLength: 2 }),
});

export const plans: fc.Arbitrary<readonly SessionPlan[]> = fc.array(plan, { maxLength: 4 });

interface Surroundings {
  readonly scene: Scene;
  readonly now: number;
  readonly service: ServiceRules;
  readonly business: LocalStretch;
  readonly schedule: readonly ScheduleEntry[] | null;
  readonly resources: readonly Resource[];
  readonly helpers: readonly Helper[];
}

/** Carries out the plans, without the sessions that would overlap an earlier one. */
export function seatClaims(
  plans: readonly SessionPlan[],
  world: Surroundings,
  clocks: Clocks,
): readonly SeatClaim[] {
  const seats: SeatClaim[] = [];
  plans.forEach((plan, index) => {
    const { busy, ...time } = timesOf(plan, world, clocks);
    if (time.start >= time.end || seats.some((earlier) => overlaps(earlier.busy, busy))) return;
    const resourceIds = idsOf(world.resources, plan.resources);
    const team = idsOf(
      world.helpers.filter(({ id }) => id !== LEADER),
      plan.team,
    );
    plan.leases.forEach((left, holder) => {
      const numbers = plan.holders.flatMap((of, seat) => (of === holder ? [seat + 1] : []));
      const by = holderOf(FIRST_ID + 3 * index + holder, left, world.now);
      if (numbers.length > 0)
        seats.push({ session: `session ${index}`, ...time, busy, seats: numbers, resourceIds, team, ...by });
    });
  });
  return seats;
}

function idsOf(all: readonly { readonly id: number }[], picks: readonly number[]): readonly number[] {
  const picked = picks.map((pick) => all[pick % Math.max(all.length, 1)]?.id);
  return [...new Set(picked.filter((id) => id !== undefined))].sort((a, b) => a - b);
}

function timesOf(
  plan: SessionPlan,
  world: Surroundings,
  clocks: Clocks,
): Interval & { readonly busy: Interval } {
  const { service, scene } = world;
  const date = scene.dates[plan.dateIndex] ?? '';
  const tape = clocks.on(date);
  const shifts = shiftsOn(date, world);
  const shift = shifts[plan.shift % shifts.length] ?? world.business;
  const stepMin = service.slotIntervalMin ?? service.durationMin;
  const steps = Math.max(Math.floor((shift.endMin - shift.startMin) / stepMin), 1);
  const minute = tape.reaches(date, shift.startMin) + (plan.step % steps) * stepMin + plan.offGridMin;
  const start = tape.instantOf(minute);
  const end = start + (service.durationMin + plan.longerMin) * MINUTE_MS;
  const [before, after] = plan.buffers ?? [service.bufferBeforeMin, service.bufferAfterMin];
  return { start, end, busy: { start: start - before * MINUTE_MS, end: end + after * MINUTE_MS } };
}

function shiftsOn(date: string, { schedule, business, service }: Surroundings): readonly LocalStretch[] {
  const name = WEEKDAYS[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7];
  const classes = (service.timetable ?? []).filter(
    ({ day, providerId }) => day === name && providerId === LEADER,
  );
  if (classes.length > 0) return classes.map(({ startMin }) => ({ startMin, endMin: startMin }));
  const own = (schedule ?? []).filter((entry) => entry.day === name);
  return own.length > 0 ? own : [business];
}
