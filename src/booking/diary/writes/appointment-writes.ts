import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import { Database } from '../../../platform/database/database';
import { found } from '../../../platform/database/found';
import { type NamedStatement, valuesFor } from '../../../platform/database/named';
import {
  type ClaimChange,
  NEXT_SESSION,
  TAKE_TIME_OF_RESTORED,
  valuesOfChange,
} from '../claims/claims.statements';
import { type AppointmentState, recordOf } from '../rows/appointment-columns';
import { type AppointmentRow, rowOf } from '../rows/appointment-row';
import type { NewAppointment } from './new-appointment';
import {
  INSERT_ALL,
  INSERT_ALL_FOR_GUESTS,
  INSERT_IN_FREE_TIME,
  INSERT_IN_FREE_TIME_FOR_GUEST,
  PREVIEW_ALL,
  RESERVE,
  type Reserved,
  TOUCH,
  UPDATES,
} from './writes.statements';

/** What becomes of an appointment, and of its claims. */
export interface ChangedAppointment {
  readonly next: AppointmentState;
  readonly claims: ClaimChange;
}

/** An appointment as a write would leave it. */
export interface PreviewedAppointment extends Pick<NewAppointment, 'state' | 'createdAt'> {
  readonly id?: number;
}

type PreviewRow = Omit<AppointmentRow, 'customerName'> & { readonly customerName: string | null };

/** Writes appointments with their claims; nothing else inserts or updates them. */
@Injectable()
export class AppointmentWrites {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Draws the number of a session that several appointments of one write open together. */
  async openSession(tx: EntityManager): Promise<string> {
    return (await this.database.one<{ session: string }>(NEXT_SESSION, [], tx)).session;
  }

  /**
   * Claims the time of appointments of an export, which were written as they are; those that have expired by now take none.
   * @param seated for each, whether it is in a group session @throws a violation of the exclusion constraints
   */
  async takeTimeOfRestored(
    tx: EntityManager,
    ids: readonly number[],
    seated: readonly boolean[],
  ): Promise<void> {
    await this.database.rows(TAKE_TIME_OF_RESTORED, [ids, seated, new Date(this.clock.now())], tx);
  }

  /**
   * Reserves the id of an appointment, and looks for expired claims. Runs after the lock and the snapshot of the booking, so that it
   * sees every claim that has expired by then.
   */
  reserve(tx: EntityManager): Promise<Reserved> {
    return this.database.one<Reserved>(RESERVE, [new Date(this.clock.now())], tx);
  }

  /**
   * Inserts one as `insert`, or in free time by a statement of fewer parts, which takes a tenth less.
   * @throws a violation of the exclusion constraints on claims
   */
  async insertReserved(
    tx: EntityManager,
    { id, hasExpiredClaims }: Reserved,
    appointment: NewAppointment,
  ): Promise<AppointmentRow> {
    const { state, claims, names, guest } = appointment;
    const [session, seats] = claims;
    const takesProviderAlone = session === null && state.resourceIds.length === 0 && state.team.length === 0;
    if (names === undefined || hasExpiredClaims || !takesProviderAlone) {
      const [row] = await this.insert(tx, [{ ...appointment, id }]);
      return found(row, 'appointment');
    }
    const createdAt = this.clock.now();
    const row = { ...recordOf(state), now: new Date(createdAt), id, session, seat_numbers: seats, guest };
    const statement = guest === undefined ? INSERT_IN_FREE_TIME : INSERT_IN_FREE_TIME_FOR_GUEST;
    const { providerName } = await this.database.one<{ providerName: string }>(
      statement,
      valuesFor(statement, row),
      tx,
    );
    const others = { id, createdAt, updatedAt: createdAt, resources: [], ...names, providerName };
    return rowOf(state, { ...others, linkCounter: 0, holderId: state.customerId });
  }

  /**
   * Inserts appointments in one statement, and returns the rows in the order of the list.
   * @throws a violation of the exclusion constraints when a row that was written past the service takes the time
   */
  async insert(
    tx: EntityManager,
    appointments: readonly (NewAppointment & { readonly id?: number })[],
  ): Promise<AppointmentRow[]> {
    const isForGuests = appointments.some(({ guest }) => guest !== undefined);
    const list = appointments.map(
      ({ id, state, claims: [session, seats], createdAt, isIdle: idle, guest }) => {
        const record = isForGuests ? { ...recordOf(state), guest } : recordOf(state);
        return { id, state: record, session, seats, created: createdAt && new Date(createdAt), idle };
      },
    );
    return this.send<AppointmentRow>(tx, isForGuests ? INSERT_ALL_FOR_GUESTS : INSERT_ALL, list);
  }

  /** Updates appointments in one statement. @throws as `insert` */
  async update(
    tx: EntityManager,
    changes: readonly (ChangedAppointment & { readonly id: number })[],
  ): Promise<void> {
    const list = changes.map(({ id, next, claims }) => {
      const [change, session, seats] = valuesOfChange(claims);
      return { id, state: recordOf(next), change, session, seats };
    });
    if (list.length === 0) return;
    const most = (['taken', 'freed'] as const).find((each) => list.some(({ change }) => change === each));
    await this.send(tx, UPDATES[most ?? 'kept'], list);
  }

  /** Of appointments of which a write changes nothing. */
  async touch(tx: EntityManager, appointments: readonly { readonly id: number }[]): Promise<void> {
    if (appointments.length > 0) await this.database.rows(TOUCH, [appointments.map(({ id }) => id)], tx);
  }

  /**
   * The rows that appointments would have once they are written; of new ones the ids are 0.
   * @param customerName of a customer who would be new
   */
  async preview(
    tx: EntityManager,
    appointments: readonly PreviewedAppointment[],
    customerName = '',
  ): Promise<AppointmentRow[]> {
    const list = appointments.map(({ id = 0, state, createdAt }) => {
      return { id, state: recordOf(state), created: createdAt && new Date(createdAt) };
    });
    const rows = await this.send<PreviewRow>(tx, PREVIEW_ALL, list);
    return rows.map((row) => ({ ...row, customerName: row.customerName ?? customerName }));
  }

  private send<Row>(tx: EntityManager, statement: NamedStatement, list: readonly unknown[]): Promise<Row[]> {
    const values = { list: JSON.stringify(list), now: new Date(this.clock.now()) };
    return this.database.rows<Row>(statement, valuesFor(statement, values), tx);
  }
}
