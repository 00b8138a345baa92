import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { type AppointmentState, valuesOf } from './appointment-columns';
import { type AppointmentRow, rowOf } from './appointment-row';
import { BEFORE_INSERT, type BeforeInsert, INSERT, INSERT_IN_FREE_TIME } from './appointments.statements';

/** An appointment that is to be inserted, with what its booking has read. */
export interface NewAppointment {
  readonly state: AppointmentState;
  /** The values of the placement. */
  readonly claims: readonly [session: string | null, seats: string | null];
  /** What its AppointmentRow shows of others; undefined: not read. */
  readonly shown: Pick<AppointmentRow, 'customerName' | 'serviceName' | 'timeZone'> | undefined;
}

/** Inserts appointments with their claims. */
@Injectable()
export class AppointmentInsertion {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Reads what `insert` has to know. Asked behind the lock and the snapshot of the booking: what has expired there has expired here. */
  prepare(tx: EntityManager): Promise<BeforeInsert> {
    const now = new Date(this.clock.now());
    return this.database.one<BeforeInsert>(BEFORE_INSERT, [now], tx);
  }

  /** @throws a violation of the exclusion constraints on claims */
  async insert(
    tx: EntityManager,
    { id, hasExpiredClaims }: BeforeInsert,
    { state, claims, shown }: NewAppointment,
  ): Promise<AppointmentRow> {
    const createdAt = this.clock.now();
    const values = [...valuesOf(state), new Date(createdAt), id, ...claims];
    const [session] = claims;
    if (shown === undefined || hasExpiredClaims || session !== null || state.resourceIds.length > 0)
      return this.database.one<AppointmentRow>(INSERT, values, tx);
    const provider = await this.database.one<{ providerName: string }>(INSERT_IN_FREE_TIME, values, tx);
    const beside = { id, createdAt, updatedAt: createdAt, resources: [] };
    return rowOf(state, Object.assign(beside, shown, provider));
  }
}
