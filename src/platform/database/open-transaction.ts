import type { PoolClient } from 'pg';
import { sendTogether } from './connection/primary-client';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

/**
 * Members outside TypeORM's API that say how deep in transactions its query runner is: its managers then save without BEGIN, and open
 * savepoints. When TypeORM changes them, the test of saves and savepoints in test/platform/database/transactions.spec.ts fails.
 */
type Runner = QueryRunner & { isTransactionActive: boolean; transactionDepth: number };

/** Each of its statements sees what was committed when its first one began. */
const AT_ONE_MOMENT = 'ISOLATION LEVEL REPEATABLE READ, READ ONLY';

/** The transactions that are open, by the query runner of their managers. */
const open = new WeakMap<QueryRunner, OpenTransaction>();

/** A transaction on a connection of its own, which sends each statement without waiting for the answers to those before. */
export class OpenTransaction {
  /** The answer to START TRANSACTION. */
  readonly begun: Promise<unknown>;
  /** Whether PostgreSQL refuses writes and locks of rows. */
  isReadOnly: boolean;

  private constructor(
    private readonly runner: Runner,
    private readonly client: PoolClient,
    private readonly mode: number | 'reading',
  ) {
    this.isReadOnly = mode === 'reading';
    // TypeORM's own startTransaction would wait for the answer.
    runner.isTransactionActive = true;
    runner.transactionDepth = 1;
    sendTogether(client);
    this.begun = client.query(this.isReadOnly ? `START TRANSACTION ${AT_ONE_MOMENT}` : 'START TRANSACTION');
    open.set(runner, this);
  }

  /** Sends START TRANSACTION on a connection of the pool. @param mode the number of the attempt, or that it only reads */
  static async begin(dataSource: DataSource, mode: number | 'reading'): Promise<OpenTransaction> {
    const runner = dataSource.createQueryRunner() as Runner;
    return new OpenTransaction(runner, (await runner.connect()) as PoolClient, mode);
  }

  /** The transaction that a manager belongs to. */
  static of({ queryRunner }: EntityManager): OpenTransaction {
    const transaction = queryRunner && open.get(queryRunner);
    if (transaction === undefined) throw new Error('the transaction was not opened by Database.transaction');
    return transaction;
  }

  /** The connection, to send a statement on at once. */
  get connection(): PoolClient {
    sendTogether(this.client);
    return this.client;
  }

  /** The number of the attempt: those before met another transaction. */
  get attempt(): number {
    return this.mode === 'reading' ? 1 : this.mode;
  }

  get manager(): EntityManager {
    return this.runner.manager;
  }

  /** Marks the statements of `work`, under a savepoint that only reads. */
  async onlyReading<T>(work: () => Promise<T>): Promise<T> {
    this.isReadOnly = true;
    try {
      return await work();
    } finally {
      this.isReadOnly = false;
    }
  }

  /** PostgreSQL answers COMMIT with ROLLBACK when a statement has failed. */
  async commit(): Promise<void> {
    const { command } = await this.connection.query('COMMIT');
    if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back');
  }

  /** Does not fail: a connection that is lost has rolled back. */
  async rollBack(): Promise<void> {
    await this.client.query('ROLLBACK').catch(() => undefined);
  }

  /** Gives the connection back. */
  async end(): Promise<void> {
    this.runner.isTransactionActive = false;
    this.runner.transactionDepth = 0;
    await this.runner.release();
  }
}
