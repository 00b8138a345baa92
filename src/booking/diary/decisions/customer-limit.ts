import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import { Database, type Statement } from '../../../platform/database/database';
import { ValidationError } from '../../../platform/errors/errors';
import { isLive, isExpected } from '../../appointment-status';
import type { DayLimitName } from '../../engine';

/** The name of the limit in refusals. */
export const CUSTOMER_LIMIT = 'service.maxActivePerCustomer';

/** A limit, as refusals name it. */
export type LimitName = DayLimitName | typeof CUSTOMER_LIMIT;

/** The limit of a service on the appointments of one customer. */
export interface LimitedService {
  readonly id: number;
  readonly maxActivePerCustomer: number | null;
}

/** The first of the two numbers of the advisory locks of customers. */
const CUSTOMERS = 1_903;

/** Not the row of the customer: an addition to the waitlist locks that one before providers, a booking locks providers first. */
const LOCK: Statement = {
  name: 'customer-limit.lock',
  text: `select pg_advisory_xact_lock(${CUSTOMERS}, $1)`,
};

/** The appointments of customer $1 for service $2 that are still to come at the instant $3, and whether there is such a customer. */
const COUNT: Statement = {
  name: 'customer-limit.count',
  text: `
    select exists (select from customers where id = $1 and erased_at is null) as "isKnown",
      (select count(*)::int from appointments a
        where a.customer_id = $1 and a.service_id = $2 and a.start_at >= $3 and ${isExpected('a.status')}
          and exists (select from claims c where c.appointment_id = a.id and ${isLive('c', '$3')})) as active`,
};

interface Count {
  readonly isKnown: boolean;
  readonly active: number;
}

/** Limits how many appointments of a service a customer has ahead. */
@Injectable()
export class CustomerLimit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * How many more appointments of a service a customer may book. Reads nothing for a service without the limit. Bookings of one customer
   * that ask run one after another.
   * @param tx the transaction that books; it has locked the providers and the resources that it takes
   */
  async left(tx: EntityManager, service: LimitedService, customerId: number): Promise<number> {
    const { id, maxActivePerCustomer } = service;
    if (maxActivePerCustomer === null) return Infinity;
    if (!this.database.isReadOnly(tx)) await this.database.rows(LOCK, [customerId], tx);
    const { active } = await this.database.one<Count>(COUNT, [customerId, id, this.now()], tx);
    return Math.max(0, maxActivePerCustomer - active);
  }

  /** How many appointments of a service a customer has ahead. @throws ValidationError when there is no such customer */
  async active(serviceId: number, customerId: number): Promise<number> {
    const { isKnown, active } = await this.database.one<Count>(COUNT, [customerId, serviceId, this.now()]);
    if (!isKnown) throw new ValidationError({ customerId: 'names no customer' });
    return active;
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

/** @param active how many appointments of the service the customer has ahead */
export function isReached({ maxActivePerCustomer }: LimitedService, active: number): boolean {
  return maxActivePerCustomer !== null && active >= maxActivePerCustomer;
}
