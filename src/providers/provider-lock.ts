import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database';

/** In the order of their ids, so that two transactions that want the same two never wait for each other. */
const LOCK = {
  name: 'providers.lock',
  text: 'select id from providers where id = any ($1) order by id for no key update',
};

/** Makes the writers of a provider's time queue up: a constraint alone would let a crowd of them run into deadlocks. */
@Injectable()
export class ProviderLock {
  constructor(private readonly database: Database) {}

  /** Held until the transaction ends. Ids that name nobody lock nothing. */
  async take(tx: EntityManager, providerIds: readonly number[]): Promise<void> {
    await this.database.rows(LOCK, [providerIds], tx);
  }
}
