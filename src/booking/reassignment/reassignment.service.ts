import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type AffectedAppointment,
  type Consequences,
  type DecidedAppointments,
  MAX_AFFECTED,
} from '../../business/periods/affected-appointments';
import { Database } from '../../platform/database/database';
import { AppointmentWrites } from '../diary/writes/appointment-writes';
import { cancelled, type ExpectedAppointment, type UpdatedAppointment } from '../diary/writes/batch-changes';
import { messageAbout, outcomeOf } from '../diary/writes/outcomes';
import { CustomerMessages } from '../diary/writes/customer-messages';
import type { Reason } from '../engine';
import { BookingCounters } from '../diary/writes/booking-counters';
import type { LockedAffected } from './affected-lock';
import type { Gift } from './batch-calendars';
import { GiftPlanner } from './gift-planner';
import { appointmentsOf, opensSession } from './gift-appointments';

/** What becomes of some appointments. */
interface Reassigned {
  readonly updates: readonly UpdatedAppointment[];
  /** Why those stay that no one takes, by their ids. */
  readonly reasons: ReadonlyMap<number, Reason>;
}

const NOTHING: Reassigned = { updates: [], reasons: new Map() };

/** Keeps, cancels or gives to others the appointments that are locked for it. */
@Injectable()
export class Reassignment {
  constructor(
    private readonly database: Database,
    private readonly planner: GiftPlanner,
    private readonly writes: AppointmentWrites,
    private readonly messages: CustomerMessages,
    private readonly counters: BookingCounters,
  ) {}

  async decide(
    tx: EntityManager,
    locked: LockedAffected,
    consequences: Consequences,
  ): Promise<DecidedAppointments> {
    const appointments = locked.appointments.slice(0, MAX_AFFECTED);
    const { updates, reasons } = await this.changesOf(tx, { ...locked, appointments }, consequences);
    if (!this.database.isReadOnly(tx)) await this.write(tx, updates, consequences);
    const after = new Map(updates.map((update) => [update.id, update]));
    return {
      affected: appointments.map((each) => ({
        ...outcome(each, after.get(each.id)),
        appointmentId: each.id,
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
    { appointments: treatment, otherwise, reason }: Consequences,
  ): Promise<Reassigned> {
    const { appointments } = locked;
    const cancel = (each: ExpectedAppointment) => cancelled(each, { cancelReason: reason });
    if (treatment === 'keep') return NOTHING;
    if (treatment === 'cancel') return { updates: appointments.map(cancel), reasons: new Map() };
    const { updates, reasons } = await this.reassign(tx, locked);
    const left = otherwise === 'cancel' ? appointments.filter(({ id }) => reasons.has(id)) : [];
    return { updates: [...updates, ...left.map(cancel)], reasons };
  }

  private async reassign(tx: EntityManager, locked: LockedAffected): Promise<Reassigned> {
    const { gifts, reasons } =
      locked.planned === undefined
        ? await this.planner.plan(tx, locked)
        : await this.planner.again(tx, locked, locked.planned);
    const updates: UpdatedAppointment[] = [];
    for (const gift of gifts) updates.push(...appointmentsOf(gift, await this.sessionFor(tx, gift)));
    return { updates, reasons };
  }

  private async sessionFor(tx: EntityManager, gift: Gift): Promise<string | null> {
    if (!opensSession(gift) || this.database.isReadOnly(tx)) return null;
    return this.writes.openSession(tx);
  }

  /** Each customer gets one message, about all of the customer's appointments that change. */
  private async write(
    tx: EntityManager,
    updates: readonly UpdatedAppointment[],
    { message }: Consequences,
  ): Promise<void> {
    if (updates.length === 0) return;
    await this.writes.update(tx, updates);
    const moved = updates.filter(({ next }) => next.status !== 'cancelled');
    const freed = updates.filter(({ next }) => next.status === 'cancelled');
    // Another room is no news to the customer.
    const told = updates.filter(({ before, next }) => messageAbout(before, next) !== undefined);
    const keeping = new Set(
      told.filter(({ next }) => next.status !== 'cancelled').map(({ next }) => next.customerId),
    );
    const isOfMoved = ({ next }: UpdatedAppointment) => keeping.has(next.customerId);
    const left = freed.filter((each) => !isOfMoved(each));
    const customers = { how: 'mixed', to: 'customers', note: message } as const;
    await this.messages.queue(tx, { message: 'reschedule', subjects: told.filter(isOfMoved), ...customers });
    await this.messages.queue(tx, { message: 'cancellation', subjects: left, ...customers });
    await this.messages.queue(tx, { message: 'reschedule', subjects: moved, to: 'providers' });
    await this.messages.queue(tx, { message: 'cancellation', subjects: freed, to: 'providers' });
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
