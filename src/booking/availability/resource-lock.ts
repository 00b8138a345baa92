import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database';

/** In the order of their ids, so that two transactions that want the same two never wait for each other. */
const LOCK = {
  name: 'resources.lock-kinds',
  text: 'select id from resources where kind = any ($1) order by id for no key update',
};

/** Makes the bookings that choose among the same resources queue up. A transaction locks its providers before. */
@Injectable()
export class ResourceLock {
  constructor(private readonly database: Database) {}

  /** Locks every resource of some kinds until the transaction ends. */
  async take(tx: EntityManager, kinds: readonly string[]): Promise<void> {
    await this.database.rows(LOCK, [kinds], tx);
  }
}
