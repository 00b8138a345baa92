import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { valuesOf } from './appointment-columns';
import { type AppointmentRow, rowOf } from './appointment-row';
import {
  INSERT_APPOINTMENT,
  INSERT_IN_FREE_TIME,
  INSERTS_FOR_GUESTS,
  RESERVE,
  type Reserved,
} from './appointments.statements';
import type { NewAppointment } from './new-appointment';

const INSERTS = { anyTime: INSERT_APPOINTMENT, freeTime: INSERT_IN_FREE_TIME };

@Injectable()
export class AppointmentInsertion {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Reserves the id of an appointment, and looks for expired claims. Runs after the lock and the snapshot of the booking, so that it
   * sees every claim that has expired by then.
   */
  prepare(tx: EntityManager): Promise<Reserved> {
    return this.database.one<Reserved>(RESERVE, [new Date(this.clock.now())], tx);
  }

  /** @throws a violation of the exclusion constraints on claims */
  async insert(
    tx: EntityManager,
    { id, hasExpiredClaims }: Reserved,
    { state, claims, names, guest }: NewAppointment,
  ): Promise<AppointmentRow> {
    const createdAt = this.clock.now();
    const inserts = guest === undefined ? INSERTS : INSERTS_FOR_GUESTS;
    const values = [...valuesOf(state), new Date(createdAt), id, ...claims];
    if (guest !== undefined) values.push(guest);
    const [session] = claims;
    const takesProviderAlone = session === null && state.resourceIds.length === 0 && state.team.length === 0;
    if (names === undefined || hasExpiredClaims || !takesProviderAlone)
      return this.database.one<AppointmentRow>(inserts.anyTime, values, tx);
    const { providerName } = await this.database.one<{ providerName: string }>(inserts.freeTime, values, tx);
    const others = { id, createdAt, updatedAt: createdAt, resources: [], ...names, providerName };
    return rowOf(state, { ...others, linkCounter: 0, holderId: state.customerId });
  }
}
