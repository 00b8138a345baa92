import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../platform/database/database';
import { locking } from '../../../platform/database/statement';

/** In the order of their ids, so that two transactions that want the same two never wait for each other. */
const LOCK = locking(
  'resources.lock-kinds',
  'select id from resources where kind = any ($1) order by id',
  'for no key update',
);

const LOCK_IDS = locking(
  'resources.lock-ids',
  'select id from resources where id = any ($1) order by id',
  'for no key update',
);

/** The kinds of a service may change at the same moment; the constraint on claims still keeps its resources apart. */
const LOCK_NEEDED = locking(
  'resources.lock-needed',
  `select id from resources where kind in (
     select need ->> 'kind' from services s, jsonb_array_elements(s.resources) need where s.id = any ($1)
   ) order by id`,
  'for no key update',
);

/** Makes the bookings that choose among the same resources queue up. A transaction locks its providers before. */
@Injectable()
export class ResourceLock {
  constructor(private readonly database: Database) {}

  /** Locks every resource of some kinds until the transaction ends. */
  async take(tx: EntityManager, kinds: readonly string[]): Promise<void> {
    await this.database.rows(LOCK, [kinds], tx);
  }

  /** Locks some resources until the transaction ends. */
  async takeThese(tx: EntityManager, ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await this.database.rows(LOCK_IDS, [ids], tx);
  }

  /** Locks every resource of the kinds that some services need until the transaction ends. */
  async takeNeededBy(tx: EntityManager, serviceIds: readonly number[]): Promise<void> {
    await this.database.rows(LOCK_NEEDED, [serviceIds], tx);
  }
}
