import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';

/** In the order of their ids, so that two transactions that want the same two never wait for each other. */
const LOCK = {
  name: 'providers.lock',
  text: 'select id, timezone from providers where id = any ($1) order by id for no key update',
};

/** Makes the writers of a provider's time queue up: a constraint alone would let a crowd of them run into deadlocks. */
@Injectable()
export class ProviderLock {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
  ) {}

  /**
   * Locks providers until the transaction ends. An id that names no provider locks nothing.
   * @returns the zone of each provider that exists, by id
   */
  async take(tx: EntityManager, providerIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.database.rows<{ id: number; timezone: string | null }>(LOCK, [providerIds], tx);
    return new Map(rows.map(({ id, timezone }) => [id, timezone ?? this.config.businessTimeZone]));
  }
}
