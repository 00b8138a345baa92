import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { WORKER } from '../../platform/database/write-context';
import { SWEEP } from './holds.statements';

/** Deletes expired holds. No reader waits for it: an expired hold does not count. */
@Injectable()
export class HoldSweep {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Deletes a thousand at most. */
  async run(): Promise<void> {
    const now = new Date(this.clock.now());
    await this.database.transaction(WORKER, (tx) => this.database.rows(SWEEP, [now], tx));
  }
}
