import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProviderLock } from '../../business/providers/provider-lock';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import type { AppointmentState } from '../appointments/appointment-columns';
import { FIND_UPCOMING, LOCK_UPCOMING } from './visits.statements';

/** An appointment of a visit that starts from now on, and is pending or confirmed. */
export interface UpcomingAppointment extends AppointmentState {
  readonly id: number;
}

export interface LockedVisit {
  /** In the order of time. */
  readonly upcoming: readonly UpcomingAppointment[];
  /** The ids of the providers that are locked. */
  readonly providers: ReadonlyMap<number, unknown>;
}

@Injectable()
export class VisitLock {
  constructor(
    private readonly database: Database,
    private readonly providerLock: ProviderLock,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks the providers by their ids, and then the appointments that are still to come: the order of all other writes.
   * @param othersFor the ids of all other providers whose time a change may take
   */
  async take(
    tx: EntityManager,
    id: number,
    othersFor: (upcoming: readonly UpcomingAppointment[]) => Promise<readonly number[]>,
  ): Promise<LockedVisit> {
    const values = [id, new Date(this.clock.now())];
    for (;;) {
      const found = await this.database.rows<UpcomingAppointment>(FIND_UPCOMING, values, tx);
      const others = await othersFor(found);
      const holders = found.map(({ providerId }) => providerId);
      const providers = await this.providerLock.take(tx, [...holders, ...others]);
      const upcoming = await this.database.rows<UpcomingAppointment>(LOCK_UPCOMING, values, tx);
      // Another request may have changed one since the providers were found.
      if (isDeepStrictEqual(found, upcoming)) return { upcoming, providers };
    }
  }
}
