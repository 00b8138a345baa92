import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Unguarded } from '../../people/auth/access';
import { Authenticator } from '../../people/auth/authenticator';
import { BriefCache } from '../../platform/async/brief-cache';
import { Clock } from '../../platform/clock';
import { DatabaseConnection, type DatabaseState } from '../../platform/database/connection/connection';

/** How long an answer of the database about its state is kept, in ms: health checks are public and may be frequent. */
const STATE_KEPT_MS = 1_000;

/** Why the service is not ready, for its operator. */
const REASONS: Readonly<Record<Exclude<DatabaseState, 'ready' | 'ahead'>, string>> = {
  away: 'The database does not answer',
  opening: 'The service has not opened its database yet',
  behind: 'The database lacks migrations of this version of the service',
  outdated: 'A newer version of the service has removed from the database what this version uses',
};

/** Serves health checks. The envelope, the keys and the rate limit of the API do not apply. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  private readonly state: BriefCache<DatabaseState>;

  constructor(
    private readonly connection: DatabaseConnection,
    private readonly authenticator: Authenticator,
    clock: Clock,
  ) {
    this.state = new BriefCache(clock, STATE_KEPT_MS, () => connection.state());
  }

  /** Answers 200 as long as the process runs. */
  @Unguarded()
  @Get('live')
  live(@Res() response: Response): void {
    response.json({ status: 'ok' });
  }

  /** Answers 200 if the database answers and has what this version needs, else 503. */
  @Unguarded()
  @Get('ready')
  async ready(@Res() response: Response): Promise<void> {
    // Before the database is open, its state costs no statement and changes soon.
    const state = await (this.connection.isOpen ? this.state.get() : this.connection.state());
    if (state === 'ready' || state === 'ahead') response.json({ status: 'ok', ...this.details() });
    else response.status(503).json({ status: 'unavailable', reason: REASONS[state] });
  }

  /** What lacks, although the service serves: keys go on, and so do the tokens of those who have signed in. */
  private details(): object {
    const fault = this.authenticator.faultOfProvider;
    return fault === undefined ? {} : { details: { identityProvider: `It gives no keys: ${fault}` } };
  }
}
