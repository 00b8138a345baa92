import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Database, type Statement } from '../../../platform/database/database';
import { WORKER } from '../../../platform/database/write-context';
import { SECOND_MS } from '../../../platform/time/units';
import { isOffer, isOpen } from '../waitlist-status';
import { EVERYTHING, type FreedTime, merged } from './freed-time';
import { FreedTimeWatch } from './freed-time-watch';
import { OfferRound } from './offer-round';

/** A run ends after this time, and the next one goes on. */
const RUN_MS = SECOND_MS;

/** Updates the status of entries whose offer has expired or whose last date is over at the instant $1. */
const SETTLE: Statement = {
  name: 'waitlist.settle',
  text: `
    update waitlist_entries e set status = case when e.ends_at <= $1 then 'expired' else 'waiting' end
    where ${isOpen('e')} and (e.status = 'offered' or e.ends_at <= $1)
      and not exists (select from holds h where ${isOffer('e', '$1')})`,
};

/** SQL: when the next hold ends and frees its time. @param lookedAt SQL of the last look for freed time; null: no entry is open */
export function nextHoldEnd(lookedAt: string): string {
  return `select min(expires_at) from holds where expires_at > ${lookedAt}`;
}

/** Offers freed time to the entries of the waitlist. Every worker does; a constraint refuses the second of two equal offers. */
@Injectable()
export class WaitlistWorker {
  /** Freed time that is still to be offered. */
  private pending: readonly FreedTime[] = [];

  constructor(
    private readonly database: Database,
    private readonly watch: FreedTimeWatch,
    private readonly round: OfferRound,
    private readonly clock: Clock,
  ) {}

  /** When the last look for freed time was; undefined: no entry of the waitlist was open. */
  get lookedAt(): number | undefined {
    return this.watch.lookedAt;
  }

  /** Lets the next run look at everything: a slot also becomes bookable when its date comes within the horizon. */
  lookAtEverything(): void {
    this.pending = [EVERYTHING];
  }

  /** Looks once. @returns whether something is left to look at */
  async run(): Promise<boolean> {
    const look = await this.watch.look();
    if (look === undefined) {
      this.pending = [];
      return false;
    }
    this.pending = merged([...this.pending, ...look.freed]);
    if (this.pending.length === 0) return look.hasMore;
    const now = new Date(this.clock.now());
    await this.database.transaction(WORKER, (tx) => this.database.rows(SETTLE, [now], tx));
    const deadline = this.clock.monotonic() + RUN_MS;
    for (const each of this.pending) {
      const { isComplete } = await this.round.run(WORKER, each, { deadline });
      this.pending = this.pending.filter((other) => other !== each);
      if (isComplete) continue;
      // It goes to the end, so that it does not delay the others.
      this.pending = [...this.pending, each];
      return true;
    }
    return look.hasMore;
  }
}
