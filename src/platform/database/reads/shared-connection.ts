import type { Client } from 'pg';
import { type SentQuery, send } from '../connection/prepared-query';
import { cut, sendWithThisTurn } from '../connection/primary-client';
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
