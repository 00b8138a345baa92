import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { UnavailableError } from '../common/errors/errors';
import type { Act } from './act';
import { isWorthRetrying } from './sqlstate';

/** SQL that is prepared once on each connection, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const ATTEMPTS = 5;

/** Transactions and prepared statements over the one DataSource. */
@Injectable()
export class Database {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Runs `work` in one transaction: all of it is kept, or none. Deadlocks and serialization failures are tried again, a
   * bounded number of times, so `work` has no effect outside the database.
   * @param act who writes; its transaction, if it has one, is joined under a savepoint
   */
  async transaction<T>(act: Act, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    this.assertReady();
    const manager = act.transaction ?? this.dataSource.manager;
    for (let attempt = 1; ; attempt++) {
      try {
        return await manager.transaction(work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isWorthRetrying(error)) throw error;
        await wait(Math.random() * 10 * 2 ** attempt);
      }
    }
  }

  /** For reads that need no transaction. */
  get manager(): EntityManager {
    this.assertReady();
    return this.dataSource.manager;
  }

  /** The rows of a prepared statement, on a connection of the pool or on that of `tx`. */
  async rows<Row>(statement: Statement, values: readonly unknown[], tx?: EntityManager): Promise<Row[]> {
    this.assertReady();
    const connection = tx === undefined ? this.pool : ((await tx.queryRunner?.connect()) as PoolClient);
    const result = await connection.query<Row & object>({ ...statement, values: [...values] });
    return result.rows;
  }

  private get pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }

  private assertReady(): void {
    if (!this.dataSource.isInitialized) throw new UnavailableError('The database is not there yet');
  }
}
