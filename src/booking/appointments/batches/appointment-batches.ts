import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../../business/providers/provider-lock';
import { Clock } from '../../../platform/clock';
import { Database } from '../../../platform/database/database';
import type { Interval } from '../../../platform/time/interval';
import { AvailabilityService } from '../../availability/availability.service';
import type { BatchPair, BookingBatch } from '../../availability/decisions/booking-batch';
import { valuesOfChange } from '../../claims/claims.statements';
import { recordOf } from '../appointment-columns';
import type { AppointmentRow } from '../appointment-row';
import type { ChangedAppointment } from '../changes/changed-appointment';
import { BookingReferences, type NamedReferences } from '../changes/booking-references';
import { INSERT_ALL, UPDATE_ALL } from './batches.statements';
import type { NewAppointment } from '../new-appointment';

export interface BatchScope {
  readonly pairs: readonly BatchPair[];
  /** All starts, and all time that their appointments may take, as if the zone were UTC; epoch ms. */
  readonly within: Interval;
  /** The ids of the body, where they are not looked up already. */
  readonly named?: NamedReferences;
}

/** Books and changes several appointments in one transaction: all of them or none (docs/contributing/adr/0010-several-at-once.md). */
@Injectable()
export class AppointmentBatches {
  constructor(
    private readonly database: Database,
    private readonly availability: AvailabilityService,
    private readonly providerLock: ProviderLock,
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
    const providerIds = pairs.flatMap(({ providerId }) => providerId ?? []);
    const serviceIds = pairs.map(({ serviceId }) => serviceId);
    await this.providerLock.takeFor(tx, [...new Set(providerIds)], [...new Set(serviceIds)]);
    await this.references.assertFound(tx, named);
    return this.availability.batch(tx, pairs, within);
  }

  /**
   * Inserts appointments with their claims in one statement, and returns the rows in the order of the list.
   * @throws RefusedError from `ConstraintErrors` when a row that was written past the service takes the time
   */
  async insert(tx: EntityManager, appointments: readonly NewAppointment[]): Promise<AppointmentRow[]> {
    const list = appointments.map(({ state, claims: [session, seats], createdAt, isIdle: idle }) => {
      return { state: recordOf(state), session, seats, created: createdAt && new Date(createdAt), idle };
    });
    const values = [JSON.stringify(list), new Date(this.clock.now())];
    return this.database.rows<AppointmentRow>(INSERT_ALL, values, tx);
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
