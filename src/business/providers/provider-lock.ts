import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { locking } from '../../platform/database/statement';

/** By id, so that two transactions never deadlock. @param ids an array whose length the planner does not see, so that it plans once */
const lockOf = (name: string, ids: string) =>
  locking(
    name,
    `select id, timezone from providers where id = any (${ids}) order by id`,
    'for no key update',
  );

const LOCK = lockOf('providers.lock', 'array(select unnest($1::int[]))');

/** SQL of the ids of all who may help with some services. @param whose the condition for the services `s` */
const helpersOf = (whose: string) => `
  select helper::int from services s, jsonb_array_elements(s.team) need, jsonb_array_elements_text(need -> 'providerIds') helper
  where ${whose}`;

const LOCK_FOR = lockOf(
  'providers.lock-for',
  `array(select unnest($1::int[]) union all ${helpersOf('s.id = any (array(select unnest($2::int[])))')})`,
);
const LOCK_OF_APPOINTMENT = lockOf(
  'providers.lock-of-appointment',
  `$2::int || array(
    select a.provider_id from appointments a where a.id = $1
    union all ${helpersOf('s.id = (select coalesce($3, a.service_id) from appointments a where a.id = $1)')})`,
);

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

  /** As `take`, together with all who may help with some services. @returns their zones, too */
  async takeFor(
    tx: EntityManager,
    providerIds: readonly number[],
    serviceIds: readonly number[],
  ): Promise<ReadonlyMap<number, string>> {
    return this.zones(await this.database.rows<LockedProvider>(LOCK_FOR, [providerIds, serviceIds], tx));
  }

  /**
   * Locks the provider that an appointment has by now, another one, and all who may help with its service, or with the one that it
   * gets. @returns as `take`
   */
  async takeOf(
    tx: EntityManager,
    appointmentId: number,
    next: { readonly providerId?: number | undefined; readonly serviceId?: number | undefined },
  ): Promise<ReadonlyMap<number, string>> {
    const values = [appointmentId, next.providerId ?? null, next.serviceId ?? null];
    return this.zones(await this.database.rows<LockedProvider>(LOCK_OF_APPOINTMENT, values, tx));
  }

  private zones(rows: readonly LockedProvider[]): ReadonlyMap<number, string> {
    return new Map(rows.map(({ id, timezone }) => [id, timezone ?? this.config.businessTimeZone]));
  }
}
