import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { committed, type Done } from './connection/pipeline';
import { OpenTransaction } from './open-transaction';
import { isWorthRetrying, isLockTimeout } from './sqlstate';
import type { Statement } from './statement';
import type { WriteContext } from './write-context';
import { ConcurrencyLimit } from '../async/concurrency-limit';

/** How long a transaction waits for a lock, in ms, that began while half of the connections had transactions. Most locks are held for less. */
const BRIEF_MS = 50;
/** How long one waits that began while fewer had. */
const LONG_MS = 4_000;
/** How long one waits each time when its turn comes again: briefly, so that none waits behind what a session holds for seconds. */
const TURNS_MS = [1_000, 1_000, 1_000, 1_000];
const QUEUE = { waiting: 100, patienceMs: 8_000, refusal: 'The database is too busy; try again shortly' };

/**
 * Bounds the connections on which transactions wait for locks to half of all, so that reads and other writes go on. A transaction beyond
 * them that meets a held lock gives its connection back, and begins anew when its turn comes.
 */
class LockWaits {
  private readonly queue: ConcurrencyLimit;

  /** @param pooled the number of connections for transactions */
  constructor(pooled: number) {
    this.queue = new ConcurrencyLimit({ ...QUEUE, running: Math.max(1, Math.floor(pooled / 2)) });
  }

  /**
   * @param attempt runs the transaction, which waits for each lock for so many ms
   * @throws UnavailableError when too many wait, or this one has waited too long for its turn; what says that a lock was not free in time
   */
  async run<T>(attempt: (patienceMs: number) => Promise<T>): Promise<T> {
    const first = this.queue.isFull ? () => attempt(BRIEF_MS) : () => this.queue.run(() => attempt(LONG_MS));
    const turns = TURNS_MS.map((patienceMs) => () => this.queue.run(() => attempt(patienceMs)));
    let fault: unknown;
    for (const turn of [first, ...turns]) {
      try {
        return await turn();
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        fault = error;
      }
    }
    throw fault;
  }
}

export type Work<T> = (tx: EntityManager) => Promise<Done<T>>;
type Run<T> = () => Promise<Done<T>>;
/** Starts the work of a transaction whose first statements were sent: BEGIN and its write context. */
export type Start<T> = (inContext: Promise<unknown>, run: Run<T>) => Promise<Done<T>>;

type Send = (statement: Statement, values: readonly unknown[], tx: EntityManager) => Promise<unknown>;

const ATTEMPTS = 5;
const CLIENTS: ReadonlySet<WriteContext['via']> = new Set(['api', 'oidc', 'mcp']);

/**
 * For triggers. Settings local to the transaction also suit a pooler in transaction mode. Values: the context as
 * JSON, how long to wait for a lock in ms; null: as long as before.
 */
const SET_WRITE_CONTEXT: Statement = {
  name: 'database.set-write-context',
  text: `select set_config('scheduling.write_context', $1, true),
           case when $2::text is not null then set_config('lock_timeout', $2, true) end`,
};
const ONLY_READ: Statement = { name: 'database.only-read', text: 'set transaction read only' };

/** Runs transactions. */
export class TransactionRunner {
  private readonly waits: LockWaits;

  /** @param pooled the number of connections for transactions */
  constructor(
    private readonly dataSource: DataSource,
    pooled: number,
    private readonly send: Send,
  ) {
    this.waits = new LockWaits(pooled);
  }

  /** @param contextText the write context, as the triggers read it */
  run<T>(context: WriteContext, contextText: string, work: Work<T>, start: Start<T>): Promise<T> {
    if (context.transaction !== undefined) return this.nested(context.transaction, contextText, work);
    if (!CLIENTS.has(context.via)) return this.attempts(undefined, contextText, work, start);
    return this.waits.run((patienceMs) => this.attempts(patienceMs, contextText, work, start));
  }

  /** Runs `work` on what is committed at one moment. PostgreSQL refuses its writes and locks of rows. */
  async readOnly<T>(
    { transaction: outer }: Pick<WriteContext, 'transaction'>,
    work: (tx: EntityManager) => Promise<T>,
  ): Promise<T> {
    if (outer !== undefined)
      return outer.transaction((tx) =>
        OpenTransaction.of(tx).onlyReading(async () => {
          await this.send(ONLY_READ, [], tx);
          return work(tx);
        }),
      );
    const transaction = await OpenTransaction.begin(this.dataSource, 'reading');
    try {
      return await work(transaction.manager);
    } finally {
      await transaction.rollBack();
      await transaction.end();
    }
  }

  /** @param patienceMs how long it waits for a lock; undefined: as long as the connection says */
  private async attempts<T>(
    patienceMs: number | undefined,
    contextText: string,
    work: Work<T>,
    start: Start<T>,
  ): Promise<T> {
    const setContext = (tx: EntityManager) =>
      this.send(SET_WRITE_CONTEXT, [contextText, patienceMs?.toString()], tx);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(attempt, setContext, work, start);
      } catch (error) {
        if (attempt === ATTEMPTS || !isWorthRetrying(error)) throw error;
        await wait(Math.random() * 10 * 2 ** attempt);
      }
    }
  }

  private async attempt<T>(
    attempt: number,
    setContext: (tx: EntityManager) => Promise<unknown>,
    work: Work<T>,
    start: Start<T>,
  ): Promise<T> {
    const transaction = await OpenTransaction.begin(this.dataSource, attempt);
    const { manager: tx } = transaction;
    try {
      const done = await start(setContext(tx), () => work(tx));
      return await committed(done, () => transaction.commit());
    } catch (error) {
      await transaction.rollBack();
      throw error;
    } finally {
      await transaction.end();
    }
  }

  /** The caller that opened the outer transaction retries all of it. */
  private nested<T>(outer: EntityManager, contextText: string, work: Work<T>): Promise<T> {
    return outer.transaction(async (tx) => {
      await this.send(SET_WRITE_CONTEXT, [contextText, undefined], tx);
      return committed(await work(tx));
    });
  }
}
