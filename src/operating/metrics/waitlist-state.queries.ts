import { Injectable } from '@nestjs/common';
import { COUNT_BY_STATUS } from '../../booking/waitlist/waitlist.statements';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';

/** The open entries of the waitlist. */
export interface WaitlistState {
  readonly waiting: number;
  readonly offered: number;
}

@Injectable()
export class WaitlistStateQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<WaitlistState> {
    const [row] = await this.database.rows<WaitlistState>(COUNT_BY_STATUS, [new Date(this.clock.now())]);
    return row ?? { waiting: 0, offered: 0 };
  }
}
