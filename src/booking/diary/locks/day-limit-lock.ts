import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Statement } from '../../../platform/database/database';
import type { Limited } from '../snapshot/day-limits';

/** The first of the two numbers of the advisory locks of services. */
const SERVICES = 1_904;

/** In the order of their ids, so that two transactions that want the same two never wait for each other. */
const LOCK: Statement = {
  name: 'day-limits.lock',
  text: `select pg_advisory_xact_lock(${SERVICES}, id) from (select unnest($1::int[]) as id order by id) limited`,
};

/**
 * Makes the bookings of a service with a limit per day queue up: they may be with several providers. The limit of a provider needs no more
 * than the lock of the provider.
 */
@Injectable()
export class DayLimitLock {
  constructor(private readonly database: Database) {}

  /**
   * Locks those services that have a limit until the transaction ends; the others cost nothing.
   * @param tx it has locked the providers and the resources that it takes
   * @returns whether it has locked any, so that what counts has to be read again
   */
  async take(tx: EntityManager, services: readonly Limited[]): Promise<boolean> {
    const ids = services.filter(({ maxPerDay }) => maxPerDay != null).map(({ id }) => id);
    if (ids.length === 0 || this.database.isReadOnly(tx)) return false;
    await this.database.rows(LOCK, [ids], tx);
    return true;
  }
}
