import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { HOUR_MS } from '../../platform/time/units';
import { SWEEP } from './challenges.statements';

/** More than the clocks of two machines differ: on neither of them is the challenge still good. */
const MARGIN_MS = HOUR_MS;

/** Deletes used solutions whose challenge has expired. */
@Injectable()
export class ChallengeSweep {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    await this.database.rows(SWEEP, [new Date(this.clock.now() - MARGIN_MS)]);
  }
}
