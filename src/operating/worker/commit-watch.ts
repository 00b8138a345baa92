import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { NEXT as NEXT_PENDING_END } from '../../booking/diary/expiry/expiry.statements';
import { nextHoldEnd, WaitlistWorker } from '../../booking/waitlist/offers/waitlist-worker';
import { NEXT_FETCH } from '../../business/busy-calendars/fetching/fetching.statements';
import { Clock } from '../../platform/clock';
import { epochMs } from '../../platform/database/columns';
import { Database, type Statement } from '../../platform/database/database';
import { SEEN_STATE } from '../../platform/database/reads/known-reads';
import { nextJob } from '../../platform/queue/jobs';
import { SECOND_MS } from '../../platform/time/units';
import { MESSAGE_QUEUE } from '../../telling/messages/delivery/message-job';
import { NEXT_DELIVERY } from '../../telling/webhooks/sending/lane-leases';

/**
 * Pauses between two looks, in ms. A stream sends an event within a second after a commit of another process: that takes one idle pause,
 * the numbering, and the 300 ms of `EventPoller`.
 */
const PAUSE = { idle: 600, lively: 250 };
/** How long after a change the pauses are short, in ms: a change often leads to others. */
const LIVELY_MS = 2 * SECOND_MS;

const LOOK: Statement = {
  name: 'worker.look',
  text: `select ${SEEN_STATE} as state`,
  isShort: true,
};

/** When the next work of each kind falls due that no commit brings, in epoch ms; null: none waits. */
export interface DueTimes {
  readonly messages: number | null;
  readonly pending: number | null;
  readonly offers: number | null;
  readonly webhooks: number | null;
  readonly calendars: number | null;
}

/** Values: now; the last look for freed time, or null. */
export const DUE: Statement = {
  name: 'worker.due',
  isShort: true,
  readsQueue: true,
  text: `
    select ${epochMs(`($1::timestamptz + ((${nextJob(MESSAGE_QUEUE)}) - now()))`)} as messages,
      (${NEXT_PENDING_END.text}) as pending, ${epochMs(`(${nextHoldEnd('$2')})`)} as offers,
      ${epochMs(`(${NEXT_DELIVERY})`)} as webhooks, ${epochMs(`(${NEXT_FETCH})`)} as calendars`,
};

/**
 * Wakes the loops of a worker: all of them after commits, of any process, and each of them when its next work falls due. What is due
 * follows from what is committed, so it is read once in each state of the database. While nothing happens, one short statement is sent
 * for each look.
 */
@Injectable()
export class CommitWatch {
  /** The state that the last look saw. */
  private seen = '';
  private changedAt = -Infinity;
  /** What falls due in that state. Undefined: not read yet, or no longer true since a loop was woken for it. */
  private due: DueTimes | undefined;
  /** The functions that end the waits of loops, each with the work that its loop does. */
  private readonly waiting = new Map<() => void, keyof DueTimes | undefined>();
  /** Whether this process has committed since the last look began. */
  private hasCommitted = false;
  private resting = new AbortController();
  protected readonly pauses: typeof PAUSE = PAUSE;
  private isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly waitlist: WaitlistWorker,
    private readonly clock: Clock,
  ) {
    database.onCommit(() => {
      this.hasCommitted = true;
      if (!this.isLively()) this.resting.abort();
    });
  }

  get state(): string {
    return this.seen;
  }

  /** Compares the state of the database with that of the last look, and wakes the loops that have work now. */
  async look(): Promise<void> {
    this.hasCommitted = false;
    const { state } = await this.database.one<{ state: string }>(LOOK, []);
    if (state !== this.seen) this.change(state);
    else await this.wakeDue();
  }

  /** Waits until the next look. It follows at once on a commit of this process, unless there was a change just before. */
  async rest(): Promise<void> {
    const isLively = this.isLively();
    if (this.isStopped || (this.hasCommitted && !isLively)) return;
    this.resting = new AbortController();
    await wait(isLively ? this.pauses.lively : this.pauses.idle, undefined, this.resting).catch(
      () => undefined,
    );
  }

  /** Waits until a look has seen another state than this one, or that work of this kind is due. */
  async changeFrom(state: string, work?: keyof DueTimes): Promise<void> {
    if (this.isStopped || state !== this.seen) return;
    await new Promise<void>((resolve) => this.waiting.set(resolve, work));
  }

  /** Ends all waits, for good. */
  stop(): void {
    this.isStopped = true;
    this.resting.abort();
    this.wake(() => true);
  }

  private isLively(): boolean {
    return this.clock.monotonic() - this.changedAt < LIVELY_MS;
  }

  private change(state: string): void {
    this.seen = state;
    this.due = undefined;
    this.changedAt = this.clock.monotonic();
    this.wake(() => true);
  }

  private async wakeDue(): Promise<void> {
    const now = this.clock.now();
    const due = (this.due ??= await this.readDue(now));
    const isDue = (work: keyof DueTimes) => (due[work] ?? Infinity) <= now;
    if (this.wake((work) => work !== undefined && isDue(work))) this.due = undefined;
  }

  private async readDue(now: number): Promise<DueTimes> {
    const lookedAt = this.waitlist.lookedAt;
    const values = [new Date(now), lookedAt === undefined ? null : new Date(lookedAt)];
    return this.database.one<DueTimes>(DUE, values);
  }

  /** @returns whether any loop was woken */
  private wake(isWanted: (work: keyof DueTimes | undefined) => boolean): boolean {
    const woken = [...this.waiting].filter(([, work]) => isWanted(work));
    for (const [resolve] of woken) {
      this.waiting.delete(resolve);
      resolve();
    }
    return woken.length > 0;
  }
}
