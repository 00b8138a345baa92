import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';

/** By id, so that two transactions never deadlock. @param ids an array whose length the planner does not see, so that it plans once */
const lockOf = (ids: string) =>
  `select id, timezone from providers where id = any (${ids}) order by id for no key update`;

const LOCK = { name: 'providers.lock', text: lockOf('array(select unnest($1::int[]))') };
const LOCK_OF_APPOINTMENT = {
  name: 'providers.lock-of-appointment',
  text: lockOf('array[$2, (select provider_id from appointments where id = $1)]::int[]'),
};

interface LockedProvider {
  readonly id: number;
  readonly timezone: string | null;
}

/** Makes the writers of a provider's time queue up: a constraint alone would let a crowd of them run into deadlocks. */
@Injectable()
export class ProviderLock {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
  ) {}

  /** Locks until the transaction ends. An unknown id locks nothing. @returns the zone of each provider that exists, by id */
  async take(tx: EntityManager, providerIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return this.zones(await this.database.rows<LockedProvider>(LOCK, [providerIds], tx));
  }

  /** Locks the provider that an appointment has by now, and another one. @returns as `take` */
  async takeOf(
    tx: EntityManager,
    appointmentId: number,
    other: number | undefined,
  ): Promise<ReadonlyMap<number, string>> {
    const values = [appointmentId, other ?? null];
    return this.zones(await this.database.rows<LockedProvider>(LOCK_OF_APPOINTMENT, values, tx));
  }

  private zones(rows: readonly LockedProvider[]): ReadonlyMap<number, string> {
    return new Map(rows.map(({ id, timezone }) => [id, timezone ?? this.config.businessTimeZone]));
  }
}
