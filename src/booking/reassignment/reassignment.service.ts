import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type AffectedAppointment,
  type Consequences,
  type DecidedAbsence,
  MAX_AFFECTED,
} from '../../business/periods/affected-appointments';
import { Database } from '../../platform/database/database';
import type { Reach } from '../../platform/restrictions';
import { AppointmentBatches } from '../appointments/batches/appointment-batches';
import {
  cancelled,
  type ExpectedAppointment,
  type UpdatedAppointment,
} from '../appointments/batches/batch-changes';
import { messageAbout, outcomeOf } from '../appointments/changes/appointment-change';
import { CustomerMessages } from '../appointments/changes/customer-messages';
import { AvailabilityService } from '../availability/availability.service';
import type { Reason } from '../availability/engine';
import { BookingCounters } from '../claims/booking-counters';
import { NEXT_SESSION } from '../claims/claims.statements';
import { isGivenWithin } from '../reach';
import type { LockedAffected } from './affected-lock';
import { BatchCalendars, type Gift } from './batch-calendars';
import { givenAppointments, opensSession } from './given-appointments';
import { ResourceCalendars } from './resource-calendars';
import { planOf } from './planning/plan';
import { bundlesOf } from './planning/units';

/** What becomes of some appointments. */
interface Decided {
  readonly updates: readonly UpdatedAppointment[];
  /** Why those stay that no one takes, by their ids. */
  readonly reasons: ReadonlyMap<number, Reason>;
}

const NOTHING: Decided = { updates: [], reasons: new Map() };

/** Keeps, cancels or gives to others the appointments that are locked for it. */
@Injectable()
export class Reassignment {
  constructor(
    private readonly database: Database,
    private readonly availability: AvailabilityService,
    private readonly batches: AppointmentBatches,
    private readonly messages: CustomerMessages,
    private readonly counters: BookingCounters,
  ) {}

  /** A narrowed key changes what its providers give. */
  async decide(
    tx: EntityManager,
    locked: LockedAffected,
    consequences: Consequences,
    reach: Reach | undefined,
  ): Promise<DecidedAbsence> {
    const appointments = locked.appointments.slice(0, MAX_AFFECTED);
    const own = appointments.filter((each) => isGivenWithin(reach, each));
    const { updates, reasons } = await this.changesOf(tx, { ...locked, appointments }, own, consequences);
    await this.write(tx, updates, consequences);
    const after = new Map(updates.map((update) => [update.id, update]));
    return {
      affected: appointments.map((each) => ({
        ...outcome(each, after.get(each.id)),
        appointmentId: own.includes(each) ? each.id : null,
        reason: reasons.get(each.id) ?? null,
      })),
      count: () => {
        for (const { before, next } of updates) this.counters.done(outcomeOf(before, next));
      },
    };
  }

  private async changesOf(
    tx: EntityManager,
    locked: LockedAffected,
    own: readonly ExpectedAppointment[],
    { appointments, otherwise, reason }: Consequences,
  ): Promise<Decided> {
    const cancel = (each: ExpectedAppointment) => cancelled(each, { cancelReason: reason });
    if (appointments === 'keep') return NOTHING;
    if (appointments === 'cancel') return { updates: own.map(cancel), reasons: new Map() };
    const { updates, reasons } = await this.reassign(tx, locked, own);
    const left = otherwise === 'cancel' ? own.filter(({ id }) => reasons.has(id)) : [];
    return { updates: [...updates, ...left.map(cancel)], reasons };
  }

  /** A session or a visit of which a part does not belong to the key stays as it is. */
  private async reassign(
    tx: EntityManager,
    { appointments, candidates, resourceId }: LockedAffected,
    own: readonly ExpectedAppointment[],
  ): Promise<Decided> {
    const bundles = bundlesOf(appointments).filter(({ units }) =>
      units.every((unit) => unit.appointments.every((each) => own.includes(each))),
    );
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return NOTHING;
    const pairs = [...candidates].flatMap(([serviceId, ids]) =>
      ids.length === 0 ? [{ serviceId }] : ids.map((providerId) => ({ serviceId, providerId })),
    );
    const batch = await this.availability.batch(tx, pairs, { start: first.start, end: last.end });
    const { given, reasons } = await planOf(
      bundles,
      resourceId === undefined ? new BatchCalendars(batch) : new ResourceCalendars(batch, resourceId),
    );
    const updates: UpdatedAppointment[] = [];
    for (const gift of given) updates.push(...givenAppointments(gift, await this.sessionFor(tx, gift)));
    return { updates, reasons };
  }

  private async sessionFor(tx: EntityManager, gift: Gift): Promise<string | null> {
    if (!opensSession(gift)) return null;
    return (await this.database.one<{ session: string }>(NEXT_SESSION, [], tx)).session;
  }

  /** Each customer gets one message, about all of the customer's appointments that change. */
  private async write(
    tx: EntityManager,
    updates: readonly UpdatedAppointment[],
    { message }: Consequences,
  ): Promise<void> {
    if (updates.length === 0) return;
    await this.batches.update(tx, updates);
    const moved = updates.filter(({ next }) => next.status !== 'cancelled');
    const freed = updates.filter(({ next }) => next.status === 'cancelled');
    // Another room is no news to the customer.
    const told = updates.filter(({ before, next }) => messageAbout(before, next) !== undefined);
    const customers = new Set(
      told.filter(({ next }) => next.status !== 'cancelled').map(({ next }) => next.customerId),
    );
    const isOfMoved = ({ next }: UpdatedAppointment) => customers.has(next.customerId);
    await this.messages.queueToCustomers(tx, told.filter(isOfMoved), 'reschedule', message);
    await this.messages.queueToCustomers(
      tx,
      freed.filter((each) => !isOfMoved(each)),
      'cancellation',
      message,
    );
    await this.messages.queueToProviders(tx, moved, 'reschedule');
    await this.messages.queueToProviders(tx, freed, 'cancellation');
  }
}

function outcome(
  before: ExpectedAppointment,
  update: UpdatedAppointment | undefined,
): Pick<AffectedAppointment, 'outcome' | 'providerId'> {
  if (update === undefined) return { outcome: 'kept', providerId: before.providerId };
  const { status, providerId } = update.next;
  return { outcome: status === 'cancelled' ? 'cancelled' : 'reassigned', providerId };
}
