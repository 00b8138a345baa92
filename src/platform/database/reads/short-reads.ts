import type { OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../clock';
import { type SentQuery, send } from '../connection/prepared-query';
import { type PrimaryClient, cut, sendWithThisTurn } from '../connection/primary-client';
import type { Client } from 'pg';
import { isOverrun } from '../sqlstate';

/** PostgreSQL ends a statement long before; a server that says nothing for two looks is frozen, or out of reach. */
const SILENT_LOOKS = 2;
/** An idle connection is closed after a minute. */
const IDLE_LOOKS = 60;

/**
 * A connection that several requests use at once: reads are sent without waiting for the answers to those before. PostgreSQL
 * executes them one after the other, so this ends the connection when one takes too long, and the others can be repeated.
 */
export class SharedConnection {
  private unanswered = 0;
  private looksWithoutAnswer = 0;

  /** @param onEnd called once, when the connection can no longer be used @param lookEveryMs how often it looks for answers */
  constructor(
    private readonly client: Client,
    onEnd: (ended: SharedConnection) => void,
    lookEveryMs = 1_000,
  ) {
    const watch = setInterval(() => {
      this.look();
    }, lookEveryMs).unref();
    client.once('end', () => {
      clearInterval(watch);
      onEnd(this);
    });
  }

  /** The number of reads that wait for their answers. */
  get backlog(): number {
    return this.unanswered;
  }

  /** The answer to a read without a transaction. When the connection is lost, it rejects with an outage. */
  async read<Row extends object>(query: SentQuery): Promise<Row[]> {
    this.unanswered++;
    sendWithThisTurn(this.client);
    try {
      return await send<Row>(this.client, query);
    } catch (error) {
      if (isOverrun(error)) cut(this.client);
      throw error;
    } finally {
      this.unanswered--;
      this.looksWithoutAnswer = 0;
    }
  }

  /** Closes the connection once all reads are answered. */
  async close(): Promise<void> {
    await this.client.end();
  }

  private look(): void {
    this.looksWithoutAnswer++;
    if (this.unanswered > 0 && this.looksWithoutAnswer > SILENT_LOOKS) cut(this.client);
    if (this.unanswered === 0 && this.looksWithoutAnswer > IDLE_LOOKS) void this.close();
  }
}

/** How long reads use the pool before a shared connection is opened again, in ms. */
const REOPEN_AFTER_MS = 1_000;

/**
 * Reads of a few rows without a transaction, on shared connections. The statements of one turn of the event loop are sent in one
 * system call for each connection, and no short read waits for a connection that a long one holds.
 */
export class ShortReads implements OnApplicationShutdown {
  private readonly open: SharedConnection[] = [];
  private opening = 0;
  private reopenAt = 0;
  private isStopped = false;

  /** @param limit the most shared connections @param newClient makes a client that is not connected yet */
  constructor(
    private readonly limit: number,
    private readonly newClient: () => PrimaryClient,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  /**
   * Sends a read. Its answer rejects with an outage when the connection is lost or the read takes too long; the pool can repeat it.
   * @returns undefined when no shared connection is open. The read must use the pool; one is opened meanwhile.
   */
  send<Row extends object>(query: SentQuery): Promise<Row[]> | undefined {
    if (this.open.length + this.opening < this.limit) void this.openAnother();
    return this.leastBusy()?.read<Row>(query);
  }

  /** Opens all shared connections. @returns how many are open */
  async openAll(): Promise<number> {
    const missing = this.limit - this.open.length - this.opening;
    await Promise.all(Array.from({ length: missing }, () => this.openAnother()));
    return this.open.length;
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.open.map((connection) => connection.close()));
  }

  /** Of those that are equally busy the one that has rested longest: else an instance with little to do would close and reopen the others. */
  private leastBusy(): SharedConnection | undefined {
    let chosen = this.open[0];
    for (const each of this.open) if (chosen !== undefined && each.backlog < chosen.backlog) chosen = each;
    if (chosen !== undefined) this.open.push(...this.open.splice(this.open.indexOf(chosen), 1));
    return chosen;
  }

  private async openAnother(): Promise<void> {
    if (this.isStopped || this.clock.monotonic() < this.reopenAt) return;
    this.opening++;
    await this.connect();
    this.opening--;
  }

  private async connect(): Promise<void> {
    try {
      await this.share(await connected(this.newClient()));
    } catch {
      // The pool reports the same failure, to a request that it concerns.
      this.pause();
    }
  }

  private async share(client: PrimaryClient): Promise<void> {
    const connection = new SharedConnection(client, () => {
      this.open.splice(this.open.indexOf(connection), 1);
      this.pause();
    });
    this.open.push(connection);
    if (this.isStopped) await connection.close();
  }

  private pause(): void {
    this.reopenAt = this.clock.monotonic() + REOPEN_AFTER_MS;
  }
}

/** @throws when PostgreSQL cannot be reached, or is a replica */
async function connected(client: PrimaryClient): Promise<PrimaryClient> {
  try {
    await client.connect();
    client.assertPrimary();
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
}
