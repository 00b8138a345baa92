import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { Clock } from '../clock';
import { UnavailableError } from '../errors/errors';
import { Config } from '../config/config';
import type { WriteContext } from './write-context';
import { isWorthRetrying } from './sqlstate';

/** SQL that is prepared once on each connection, under its name; each time anew with PREPARED_STATEMENTS=off. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** On each connection they are kept for good; as many as there are filters and orders would be too many. */
const MAX_PREPARED = 300;
/** PostgreSQL forgets the rest of a name, and then takes one statement for another. */
const MAX_STATEMENT_NAME = 63;
const ATTEMPTS = 5;
/** For the triggers of the audit trail. Gone with the transaction, so that it is right behind a pooler, too. */
const SET_WRITE_CONTEXT: Statement = {
  name: 'database.set-write-context',
  text: `select set_config('scheduling.write_context', $1, true)`,
};

/**
 * A value that the planner is not to look at: its plan is then the same whatever the value, and made once on each connection.
 * @param value a placeholder
 */
export function opaqueToPlanner(value: string, type: string): string {
  return `(select ${value}::${type})`;
}

/** Transactions and prepared statements over the one DataSource. */
@Injectable()
export class Database {
  /** The names of all statements that were ever prepared. */
  private readonly prepared = new Set<string>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * Runs `work` in one transaction: all of it is kept, or none. Deadlocks and serialization failures are tried again, a
   * bounded number of times, so `work` has no effect outside the database.
   * @param context who writes; its transaction, if it has one, is joined under a savepoint
   */
  async transaction<T>(context: WriteContext, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    this.assertReady();
    const acting = async (tx: EntityManager) => {
      await this.rows(SET_WRITE_CONTEXT, [this.auditText(context)], tx);
      return work(tx);
    };
    // Whoever opened that one tries it again, as a whole.
    if (context.transaction !== undefined) return context.transaction.transaction(acting);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.dataSource.manager.transaction(acting);
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
    const result = await connection.query<Row & object>({
      text: statement.text,
      ...(this.isPrepared(statement) && { name: preparedName(statement.name) }),
      values: [...values],
    });
    return result.rows;
  }

  /**
   * Runs statements that a library made, several in one text perhaps, with a transaction of their own. A connection on which
   * they fail may be inside that transaction still: the pool closes it.
   */
  async script(text: string): Promise<void> {
    this.assertReady();
    await this.pool.query(text);
  }

  private isPrepared({ name }: Statement): boolean {
    if (this.config.preparedStatements === 'off' || name === '') return false;
    if (this.prepared.size < MAX_PREPARED) this.prepared.add(name);
    return this.prepared.has(name);
  }

  /** What the audit trail says of every change in a transaction. */
  private auditText({ via, userId, apiKeyId, requestId }: WriteContext): string {
    return JSON.stringify({ via, userId, apiKeyId, requestId, at: new Date(this.clock.now()) });
  }

  private get pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }

  private assertReady(): void {
    if (!this.dataSource.isInitialized) throw new UnavailableError('The database is not there yet');
  }
}

/** The name itself, or what is left room for beside the hash of the whole of it, which has 22 characters. */
function preparedName(name: string): string {
  if (name.length <= MAX_STATEMENT_NAME) return name;
  return `${name.slice(0, 40)}.${hash('sha256', name, 'base64url').slice(0, 22)}`;
}
