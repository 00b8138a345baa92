import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Database } from '../../../platform/database/database';
import { WRITE_NEXT } from './replays.statements';

/** Writes the deliveries of replays a few at a time, so that a replay neither fills the queue nor delays what is sent beside it. */
@Injectable()
export class Replays {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns whether it has written any */
  async writeNext(): Promise<boolean> {
    return (await this.database.rows(WRITE_NEXT, [new Date(this.clock.now())])).length > 0;
  }
}
