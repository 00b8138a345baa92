import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Absence } from '../../business/periods/affected-appointments';
import { OutdatedPlanError } from '../../platform/database/sqlstate';
import type { Interval } from '../../platform/time/interval';
import { Turns } from '../../platform/turns';
import type { ExpectedAppointment } from '../diary/writes/batch-changes';
import { Decisions } from '../diary/decisions/decisions';
import type { BatchPair, BookingBatch } from '../diary/decisions/booking-batch';
import { PlannedLock, type Reading } from '../diary/locks/planned-lock';
import type { ProviderCalendar, ResourceCalendar } from '../engine';
import type { Snapshot } from '../diary/snapshot/snapshot';
import { type Taken, takenBy } from '../diary/snapshot/taken';
import { BatchCalendars, type Gift } from './batch-calendars';
import { type Plan, planOf } from './planning/plan';
import { bundlesOf } from './planning/units';
import { ResourceCalendars } from './resource-calendars';

/** What is to be given to others. */
export interface Givable {
  /** In the order of time. */
  readonly appointments: readonly ExpectedAppointment[];
  /** The ids of those that no one else can take, because they have a session or a visit together with what the key may not change. */
  readonly tied: ReadonlySet<number>;
  /** Those who may take the appointments of a service, by its id; where a resource is away, those who give them. */
  readonly candidates: ReadonlyMap<number, readonly number[]>;
  /** The resource that is away in the place of a provider. */
  readonly resourceId: number | undefined;
  /** The absence that they meet, if there is one: it need not be written. */
  readonly absence: Absence | undefined;
}

export type GiftPlan = Plan<ExpectedAppointment, Gift>;

/** A plan that was made without locks, and whom and what it takes. */
export interface UnlockedPlan extends GiftPlan {
  readonly taken: Taken;
}

const NOTHING: GiftPlan = { gifts: [], reasons: new Map() };

/** Plans who takes the appointments of an absent provider. */
@Injectable()
export class GiftPlanner {
  constructor(
    private readonly availability: Decisions,
    private readonly plannedLock: PlannedLock,
  ) {}

  /** Locks the resources, and the services with a limit per day. @param tx it has locked all candidates and helpers */
  async plan(tx: EntityManager, givable: Givable): Promise<GiftPlan> {
    const within = spanOf(givable);
    if (within === undefined) return NOTHING;
    return planWith(await this.availability.batch(tx, pairsOf(givable), within), givable);
  }

  /** Plans without locks. @throws OutdatedPlanError when all stay because of what was never so at one moment */
  async planUnlocked(tx: EntityManager, givable: Givable): Promise<UnlockedPlan> {
    const within = spanOf(givable);
    if (within === undefined) return { ...NOTHING, taken: takenBy([], []) };
    const readAgain = () => this.availability.readBatch(tx, pairsOf(givable), within);
    const read: Reading & { readonly batch: BookingBatch } = await readAgain();
    const plan = await planWith(read.batch, givable);
    if (plan.gifts.length === 0) await this.plannedLock.confirm(read, readAgain);
    const { services } = read;
    return {
      ...plan,
      taken: takenBy(
        plan.gifts.map(({ providerId, booking }) => ({ ...booking.placement, providerId })),
        services,
      ),
    };
  }

  /**
   * Judges a plan again: each appointment goes to whom the plan has given it, or none does.
   * @param tx it has locked the people whom the plan takes @throws OutdatedPlanError where others were faster
   */
  async again(
    tx: EntityManager,
    givable: Givable,
    { taken, gifts, reasons }: UnlockedPlan,
  ): Promise<GiftPlan> {
    const within = spanOf(givable);
    if (within === undefined || gifts.length === 0) return { gifts, reasons };
    await this.plannedLock.takeShared(tx, taken);
    const { batch } = await this.availability.readBatch(tx, pairsOf(givable), within, taken);
    const calendars = calendarsOf(batch, givable);
    const turns = new Turns();
    const again: Gift[] = [];
    for (const { unit, providerId } of gifts) {
      await turns.pause();
      const gift = calendars.give(unit, providerId, again);
      if (typeof gift === 'string') throw new OutdatedPlanError();
      again.push(gift);
    }
    return { gifts: again, reasons };
  }
}

/** A session or a visit of which a part does not belong to the key stays as it is. */
function planWith(batch: BookingBatch, givable: Givable): Promise<GiftPlan> {
  const { appointments, tied } = givable;
  const bundles = bundlesOf(appointments).filter(
    ({ units }) => !units.some((unit) => unit.appointments.some(({ id }) => tied.has(id))),
  );
  return planOf(bundles, calendarsOf(batch, givable));
}

function calendarsOf(read: BookingBatch, { absence, resourceId }: Givable) {
  const batch = absence === undefined ? read : read.under((snapshot) => during(snapshot, absence));
  return resourceId === undefined ? new BatchCalendars(batch) : new ResourceCalendars(batch, resourceId);
}

/** Undefined: there is nothing to give. */
function spanOf({ appointments }: Givable): Interval | undefined {
  const [first, last] = [appointments[0], appointments.at(-1)];
  return first && last && { start: first.start, end: last.end };
}

function pairsOf({ candidates }: Givable): readonly BatchPair[] {
  return [...candidates].flatMap(([serviceId, ids]) =>
    ids.length === 0 ? [{ serviceId }] : ids.map((providerId) => ({ serviceId, providerId })),
  );
}

/** A snapshot in which a provider or a resource is away. No appointment is given to others because of a closure. */
function during(snapshot: Snapshot, { whose = { locationId: 0 }, interval }: Absence): Snapshot {
  const away = <Row extends { readonly timeOff: readonly Interval[] }>(isIt: (row: Row) => boolean) => {
    return (row: Row): Row => (isIt(row) ? { ...row, timeOff: [...row.timeOff, interval] } : row);
  };
  const isProvider = ({ providerId }: ProviderCalendar) =>
    'providerId' in whose && whose.providerId === providerId;
  const isResource = ({ id }: ResourceCalendar) => 'resourceId' in whose && whose.resourceId === id;
  return {
    ...snapshot,
    calendars: snapshot.calendars.map(away(isProvider)),
    helpers: snapshot.helpers.map(away(isProvider)),
    resources: snapshot.resources.map(away(isResource)),
  };
}
