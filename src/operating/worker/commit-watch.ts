import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../platform/database/database';
import { SEEN_STATE } from '../../platform/database/reads/known-reads';

const LOOK: Statement = {
  name: 'worker.look',
  text: `select ${SEEN_STATE} as state`,
  isShort: true,
};

/**
 * Wakes the loops of a worker after commits, of any process. One statement compares the state of the database for all loops: in a loop of
 * its own, each would ask PostgreSQL several times a second for work that is seldom there.
 */
@Injectable()
export class CommitWatch {
  /** The state that the last look saw. */
  private seen = '';
  private isStopped = false;
  private readonly waiting = new Set<AbortController>();

  constructor(private readonly database: Database) {}

  get state(): string {
    return this.seen;
  }

  async look(): Promise<void> {
    const { state } = await this.database.one<{ state: string }>(LOOK, []);
    if (state === this.seen) return;
    this.seen = state;
    this.wake();
  }

  /** Ends all waits, for good. */
  stop(): void {
    this.isStopped = true;
    this.wake();
  }

  /** Waits until a look has seen another state than this one. @param most ms to wait, at most */
  async changeFrom(state: string, most: number): Promise<void> {
    if (this.isStopped || state !== this.seen) return;
    const ended = new AbortController();
    this.waiting.add(ended);
    await wait(most, undefined, ended).catch(() => undefined);
    this.waiting.delete(ended);
  }

  private wake(): void {
    for (const each of this.waiting) each.abort();
  }
}
