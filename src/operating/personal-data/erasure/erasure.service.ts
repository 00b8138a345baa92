import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppointmentErasure } from '../../../booking/appointments/erasure/appointment-erasure';
import { WaitlistErasure } from '../../../booking/waitlist/erasure/waitlist-erasure';
import { Customer } from '../../../people/customers/customer.entity';
import { CustomerErasure } from '../../../people/customers/erasure/customer-erasure';
import { Clock } from '../../../platform/clock';
import { Database } from '../../../platform/database/database';
import { onceCommitted, type WriteContext } from '../../../platform/database/write-context';
import { NotFoundError } from '../../../platform/errors/errors';
import { IdempotencyService } from '../../../platform/http/idempotency/idempotency.service';
import { MessageErasure } from '../../../telling/messages/erasure/message-erasure';
import { UpcomingAppointmentsError } from '../personal-data.errors';
import { answersAbout } from '../stored-answers';
import { ErasureLock, type LockedPersons } from './erasure-lock';
import { TrailErasure } from './trail-erasure';
import { AuditErasure } from '../../audit/erasure/audit-erasure';

export interface Erased {
  readonly id: number;
  readonly erasedAt: Date;
}

/** Erases persons: their customers become anonymous, and nothing else that is kept names them. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly database: Database,
    private readonly locks: ErasureLock,
    private readonly customers: CustomerErasure,
    private readonly appointments: AppointmentErasure,
    private readonly waitlist: WaitlistErasure,
    private readonly messages: MessageErasure,
    private readonly trail: TrailErasure,
    private readonly idempotency: IdempotencyService,
    private readonly clock: Clock,
  ) {}

  /** The full name of a customer, for the question before the erasure. @throws NotFoundError */
  async nameOf(id: number): Promise<string> {
    const customer = await this.database.manager.findOneBy(Customer, { id });
    if (customer === null) throw new NotFoundError('customer');
    return `${customer.firstName} ${customer.lastName}`.trim();
  }

  /** Erasing again removes what was written since, and answers the first time. @throws NotFoundError, UpcomingAppointmentsError */
  async erase(context: WriteContext, id: number): Promise<Erased> {
    const now = new Date(this.clock.now());
    const { erased, files } = await this.database.transaction(context, async (tx) => {
      const persons = await this.locks.take(tx, [id], now);
      const [customer] = persons.customers;
      if (customer === undefined) throw new NotFoundError('customer');
      const upcoming = persons.appointments.filter(({ isUpcoming }) => isUpcoming).length;
      if (upcoming > 0) throw new UpcomingAppointmentsError(upcoming);
      const written = await this.write(tx, persons, now);
      return { erased: { id, erasedAt: customer.erasedAt ?? now }, files: written };
    });
    await onceCommitted(context, () => this.messages.removeFiles(files));
    return erased;
  }

  /** @param choose who of them is to be erased, once all are locked */
  async eraseSome(
    context: WriteContext,
    ids: readonly number[],
    choose: (tx: EntityManager, ids: readonly number[]) => Promise<readonly number[]>,
  ): Promise<void> {
    const now = new Date(this.clock.now());
    const files = await this.database.transaction(context, async (tx) => {
      await this.locks.take(tx, ids, now);
      const chosen = await choose(tx, ids);
      return chosen.length === 0 ? [] : this.write(tx, await this.locks.take(tx, chosen, now), now);
    });
    await onceCommitted(context, () => this.messages.removeFiles(files));
  }

  /** @returns the names of files in the outbox that are to be deleted after the commit */
  private async write(tx: EntityManager, persons: LockedPersons, now: Date): Promise<string[]> {
    const ids = persons.customers.map(({ id }) => id);
    await this.waitlist.erase(tx, persons.entries);
    await this.appointments.erase(tx, ids, now);
    await this.customers.erase(tx, ids, now);
    const files = await this.messages.erase(tx, ids);
    await this.idempotency.forget(tx, answersAbout(ids));
    return [...files, ...(await this.trail.erase(tx, persons, now))];
  }
}

/** What an erasure takes, for the module and for the command. */
export const ERASURE = [
  AppointmentErasure,
  AuditErasure,
  CustomerErasure,
  ErasureLock,
  ErasureService,
  MessageErasure,
  TrailErasure,
  WaitlistErasure,
];
