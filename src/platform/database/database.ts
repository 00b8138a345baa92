import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { Clock } from '../clock';
import { ConcurrencyLimit } from '../async/concurrency-limit';
import { UnavailableError } from '../errors/errors';
import { Config } from '../config/config';
import { DatabaseConnection } from './connection/connection';
import { connectionShares } from './reads/connection-shares';
import { OpenTransaction } from './open-transaction';
import { answersInOrder, type Done } from './connection/pipeline';
import { PreparedQuery, type SentQuery, send } from './connection/prepared-query';
import { textForTriggers, type WriteContext } from './write-context';
import { ShortReads } from './reads/short-reads';
import { isDatabaseAway } from './sqlstate';
import type { Statement } from './statement';
import { type Start, TransactionRunner, type Work } from './transaction-runner';

/** A connection keeps its prepared statements until it closes, and there are more combinations of filters and orders than this. */
const MAX_PREPARED = 300;
/** PostgreSQL cuts longer names, so that two statements could get the same one. */
const MAX_STATEMENT_NAME = 63;
/** Searches that wait for others to end. */
const SEARCHES = {
  waiting: 100,
  patienceMs: 5_000,
  refusal: 'The database is too busy with other searches; try again shortly',
};
const NOT_OPEN = 'The service has not opened its database yet; try again shortly';

/** Hides a value (a placeholder) from the planner, so that PostgreSQL makes one generic plan per connection, not one per value. */
export function opaqueToPlanner(value: string, type: string): string {
  return `(select ${value}::${type})`;
}

export type { Statement } from './statement';

/** Transactions and prepared statements over the one DataSource. */
@Injectable()
export class Database {
  /** The names of all statements that were prepared so far. */
  private readonly prepared = new Set<string>();
  private readonly searches: ConcurrencyLimit;
  private readonly transactions: TransactionRunner;
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly connection: DatabaseConnection,
    private readonly shortReads: ShortReads,
    private readonly clock: Clock,
    @Inject(Config) private readonly config: Config,
  ) {
    const { pooled } = connectionShares(config);
    // Quick statements always find a connection that no slow search holds.
    this.searches = new ConcurrencyLimit({ ...SEARCHES, running: Math.ceil(pooled / 2) });
    this.transactions = new TransactionRunner(dataSource, pooled, (...sent) => this.rows(...sent));
  }

  /**
   * Runs `work` in one transaction, or under a savepoint in the transaction of `context`. A transaction that fails because of a concurrent
   * one is retried a few times, so `work` must have no effect outside the database.
   */
  transaction<T>(context: WriteContext, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.write(context, work, async (inContext, run) => {
      await inContext;
      return run();
    });
  }

  /**
   * A transaction of few round trips: `work` starts before BEGIN is answered, and may `endWith` statements. Until `work` has
   * awaited an answer it must write nothing: if BEGIN fails, those statements run without a transaction.
   */
  pipelined<T>(context: WriteContext, work: (tx: EntityManager) => Promise<Done<T>>): Promise<T> {
    return this.write(context, work, async (begun, run) => (await answersInOrder([begun, run()]))[1]);
  }

  /**
   * Runs reads that all see what was committed when the first of them began. A statement with a lock is sent as its `reading`: PostgreSQL
   * refuses locks of rows, and writes, in such a transaction.
   */
  readOnly<T>(
    context: Pick<WriteContext, 'transaction'>,
    work: (tx: EntityManager) => Promise<T>,
  ): Promise<T> {
    this.assertReady();
    return this.transactions.readOnly(context, work);
  }

  /** Whether nothing can be written in a transaction: what is to be written is only tried. */
  isReadOnly(tx: EntityManager): boolean {
    return OpenTransaction.of(tx).isReadOnly;
  }

  /** The number of the attempt that a transaction is: those before met another transaction. */
  attemptOf(tx: EntityManager): number {
    return OpenTransaction.of(tx).attempt;
  }

  /** Has a function called after each commit of this process that may have written something in a transaction. */
  onCommit(listener: () => void): void {
    this.listeners.push(listener);
  }

  private async write<T>(context: WriteContext, work: Work<T>, start: Start<T>): Promise<T> {
    this.assertReady();
    const contextText = textForTriggers(context, this.clock.now());
    const result = await this.transactions.run(context, contextText, work, start);
    if (context.transaction === undefined) for (const listener of this.listeners) listener();
    return result;
  }

  /** For reads without a transaction. */
  get manager(): EntityManager {
    this.assertReady();
    return this.dataSource.manager;
  }

  /** Runs a prepared statement in `tx`, or on any connection. In `tx` it is sent before this returns, without waiting for those before. */
  async rows<Row>(statement: Statement, values: readonly unknown[], tx?: EntityManager): Promise<Row[]> {
    this.assertReady();
    if (tx === undefined && (statement.name === '' || statement.isSearch === true))
      return this.searches.run(() => this.execute<Row>(this.pool, statement, values));
    if (tx === undefined && statement.isShort === true) return this.shortRows(statement, values);
    if (tx === undefined) return this.execute(this.pool, statement, values);
    const { connection, begun, isReadOnly } = OpenTransaction.of(tx);
    const sent = isReadOnly ? (statement.reading ?? statement) : statement;
    // When BEGIN has failed, this statement ran without a transaction: its caller must not go on.
    const [, rows] = await answersInOrder([begun, this.execute<Row>(connection, sent, values)]);
    return rows;
  }

  /** As `rows`, of a statement that always gives a row: an insert that returns it, an aggregate. */
  async one<Row>(statement: Statement, values: readonly unknown[], tx?: EntityManager): Promise<Row> {
    const [row] = await this.rows<Row>(statement, values, tx);
    if (row === undefined) throw new Error(`${statement.name} returned no row`);
    return row;
  }

  /** Reads on a shared connection. The pool repeats a read whose connection was lost, or that took too long for the others. */
  private async shortRows<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    try {
      const sent = this.shortReads.send<Row & object>(this.queryOf(statement, values));
      if (sent !== undefined) return await sent;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
    return this.execute(this.pool, statement, values);
  }

  private execute<Row>(
    connection: Pool | PoolClient,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    return send<Row & object>(connection, this.queryOf(statement, values));
  }

  private queryOf(statement: Statement, values: readonly unknown[]): SentQuery {
    const { name, text } = statement;
    return this.isPrepared(statement)
      ? new PreparedQuery(preparedName(name), text, values)
      : { text, values: [...values] };
  }

  /**
   * Runs SQL that a library made; it may hold several statements and a transaction of its own. When they fail, the pool closes
   * the connection, because it may still be inside that transaction.
   */
  async script(text: string): Promise<void> {
    this.assertReady();
    await this.pool.query(text);
  }

  private isPrepared({ name, readsQueue }: Statement): boolean {
    if (this.config.preparedStatements === 'off' || name === '' || readsQueue === true) return false;
    if (this.prepared.size < MAX_PREPARED) this.prepared.add(name);
    return this.prepared.has(name);
  }

  private get pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }

  /** Before the migrations have run, tables may be missing. */
  private assertReady(): void {
    if (!this.connection.isOpen) throw new UnavailableError(NOT_OPEN);
  }
}

/** The name; a name that is too long is cut and gets a hash of the whole name, 22 characters long. */
function preparedName(name: string): string {
  if (name.length <= MAX_STATEMENT_NAME) return name;
  return `${name.slice(0, 40)}.${hash('sha256', name, 'base64url').slice(0, 22)}`;
}
