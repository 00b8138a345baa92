import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../../business/providers/provider-lock';
import { Clock } from '../../../platform/clock';
import { Database } from '../../../platform/database/database';
import type { Interval } from '../../../platform/time/interval';
import { AvailabilityService } from '../../availability/availability.service';
import type { BatchPair, BookingBatch } from '../../availability/decisions/booking-batch';
import { type Choosing, PlannedLock } from '../../availability/decisions/planned-lock';
import { ResourceLock } from '../../availability/snapshot/resource-lock';
import type { Among } from '../../availability/snapshot/taken';
import { valuesOfChange } from '../../claims/claims.statements';
import { recordOf } from '../appointment-columns';
import type { AppointmentRow } from '../appointment-row';
import type { ChangedAppointment } from '../changes/changed-appointment';
import { BookingReferences, type NamedReferences } from '../changes/booking-references';
import { INSERT_ALL, INSERT_ALL_FOR_GUESTS, PREVIEW_ALL, UPDATE_ALL } from './batches.statements';
import { TOUCH } from '../appointments.statements';
import type { NewAppointment } from '../new-appointment';

export interface BatchScope {
  readonly pairs: readonly BatchPair[];
  /** All starts, and all time that their appointments may take, as if the zone were UTC; epoch ms. */
  readonly within: Interval;
  /** The ids of the body, where they are not looked up already. */
  readonly named?: NamedReferences;
}

/** How a batch is decided. */
export interface BatchChoosing<Decided> extends Pick<Choosing<never, Decided>, 'takes' | 'confirmed'> {
  decide(batch: BookingBatch, among: Among | undefined): Promise<Decided>;
}

/** An appointment as a write would leave it. */
export interface PreviewedAppointment extends Pick<NewAppointment, 'state' | 'createdAt'> {
  readonly id?: number;
}

type PreviewRow = Omit<AppointmentRow, 'customerName'> & { readonly customerName: string | null };

/** Books and changes several appointments in one transaction: all of them or none (docs/contributing/adr/0010-several-at-once.md). */
@Injectable()
export class AppointmentBatches {
  constructor(
    private readonly database: Database,
    private readonly availability: AvailabilityService,
    private readonly providerLock: ProviderLock,
    private readonly resourceLock: ResourceLock,
    private readonly plannedLock: PlannedLock,
    private readonly references: BookingReferences,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks all providers of a batch and all who may help them, then all resources that it may take, each in the order of their ids, and
   * then reads the snapshots.
   * So batches and bookings do not deadlock.
   * @throws ValidationError of ids that name nothing
   */
  async open(tx: EntityManager, { pairs, within, named = {} }: BatchScope): Promise<BookingBatch> {
    await this.lockPeople(tx, pairs);
    await this.references.assertFound(tx, named);
    return this.availability.batch(tx, pairs, within);
  }

  /**
   * Decides on a batch of which several may take a part (`PlannedLock`). @throws ValidationError of ids that name nothing
   */
  async decide<Decided>(
    tx: EntityManager,
    { pairs, within, named = {} }: BatchScope,
    choosing: BatchChoosing<Decided>,
  ): Promise<Decided> {
    await this.references.assertFound(tx, named);
    return this.plannedLock.decide(tx, {
      ...choosing,
      read: (among) => this.availability.readBatch(tx, pairs, within, among),
      decide: ({ batch }, among) => choosing.decide(batch, among),
      lockAll: async () => {
        await this.lockPeople(tx, pairs);
        await this.resourceLock.takeNeededBy(tx, servicesOf(pairs));
        return {};
      },
    });
  }

  private async lockPeople(tx: EntityManager, pairs: readonly BatchPair[]): Promise<void> {
    const providerIds = pairs.flatMap(({ providerId }) => providerId ?? []);
    await this.providerLock.takeFor(tx, [...new Set(providerIds)], servicesOf(pairs));
  }

  /**
   * Inserts appointments with their claims in one statement, and returns the rows in the order of the list.
   * @throws RefusedError from `ConstraintErrors` when a row that was written past the service takes the time
   */
  async insert(tx: EntityManager, appointments: readonly NewAppointment[]): Promise<AppointmentRow[]> {
    const isForGuests = appointments.some(({ guest }) => guest !== undefined);
    const list = appointments.map(({ state, claims: [session, seats], createdAt, isIdle: idle, guest }) => {
      const record = isForGuests ? { ...recordOf(state), guest } : recordOf(state);
      return { state: record, session, seats, created: createdAt && new Date(createdAt), idle };
    });
    const values = [JSON.stringify(list), new Date(this.clock.now())];
    return this.database.rows<AppointmentRow>(isForGuests ? INSERT_ALL_FOR_GUESTS : INSERT_ALL, values, tx);
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
    const values = [JSON.stringify(list), new Date(this.clock.now())];
    const rows = await this.database.rows<PreviewRow>(PREVIEW_ALL, values, tx);
    return rows.map((row) => ({ ...row, customerName: row.customerName ?? customerName }));
  }

  /** Updates appointments and their claims in one statement. @throws RefusedError as `insert` */
  async update(
    tx: EntityManager,
    changes: readonly (ChangedAppointment & { readonly id: number })[],
  ): Promise<void> {
    const list = changes.map(({ id, next, claims }) => {
      const [change, session, seats] = valuesOfChange(claims);
      return { id, state: recordOf(next), change, session, seats };
    });
    if (list.length === 0) return;
    await this.database.rows(UPDATE_ALL, [JSON.stringify(list), new Date(this.clock.now())], tx);
  }
}

function servicesOf(pairs: readonly BatchPair[]): readonly number[] {
  return [...new Set(pairs.map(({ serviceId }) => serviceId))];
}
