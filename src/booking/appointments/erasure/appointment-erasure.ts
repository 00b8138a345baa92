import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { erasedValues } from '../../../platform/database/columns';
import { Database, type Statement } from '../../../platform/database/database';
import { Appointment } from '../../diary/rows/appointment.entity';
import { isExpected } from '../../appointment-status';

/** The columns of `appointments` that hold what is known of the person, and what is in them afterwards. */
export const ERASED_APPOINTMENT = erasedValues(Appointment.columns);

const COLUMNS = Object.keys(ERASED_APPOINTMENT);
/** The row that `COLUMNS` are taken from. */
const erased = (placeholder: string) => `jsonb_populate_record(null::appointments, ${placeholder}) erased`;

/** The appointments of customers $1, in the order in which a series locks its own. $2 is now. */
const LOCK: Statement = {
  name: 'appointments.lock-for-erasure',
  text: `
    select id, customer_id as "customerId", ${isExpected('status')} and start_at >= $2 as "isUpcoming"
    from appointments where customer_id = any ($1) order by start_at, id for no key update`,
};

const ERASE: Statement = {
  name: 'appointments.erase',
  text: `
    update appointments a set ${COLUMNS.map((column) => `${column} = erased.${column}`).join(', ')}, updated_at = $2
    from ${erased('$3')}
    where a.customer_id = any ($1) and (${COLUMNS.map((column) => `a.${column} is distinct from erased.${column}`).join(' or ')})`,
};

const isErased = (column: string) => `to_jsonb(a.${column}) = any ($2::jsonb[])`;
/** Removes the values $2 from the appointments $1. */
const ERASE_VALUES: Statement = {
  name: 'appointments.erase-values',
  text: `
    update appointments a set ${COLUMNS.map((column) => `${column} = case when ${isErased(column)} then erased.${column} else a.${column} end`).join(', ')},
      updated_at = $3
    from ${erased('$4')}
    where a.id = any ($1) and (${COLUMNS.map(isErased).join(' or ')})`,
};

/** An appointment of a customer who is to be erased. Its row is locked. */
export interface AppointmentToErase {
  readonly id: number;
  readonly customerId: number;
  readonly isUpcoming: boolean;
}

/** Removes from appointments what is known of their customers. The appointments stay. */
@Injectable()
export class AppointmentErasure {
  constructor(private readonly database: Database) {}

  /** Locks all appointments of customers until the transaction ends. */
  lock(tx: EntityManager, customerIds: readonly number[], now: Date): Promise<AppointmentToErase[]> {
    return this.database.rows(LOCK, [customerIds, now], tx);
  }

  async erase(tx: EntityManager, customerIds: readonly number[], now: Date): Promise<void> {
    await this.database.rows(ERASE, [customerIds, now, JSON.stringify(ERASED_APPOINTMENT)], tx);
  }

  /** Removes values from appointments that have another customer by now. @param values of the same columns, as JSON */
  async eraseValues(
    tx: EntityManager,
    ids: readonly number[],
    values: readonly string[],
    now: Date,
  ): Promise<void> {
    await this.database.rows(ERASE_VALUES, [ids, values, now, JSON.stringify(ERASED_APPOINTMENT)], tx);
  }
}
