import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Unguarded } from '../../people/auth/access';
import { DatabaseConnection, type DatabaseState } from '../../platform/database/connection';

/** What keeps the service from its work, for whoever looks after it. */
const REASONS: Readonly<Record<Exclude<DatabaseState, 'ready'>, string>> = {
  away: 'The database does not answer',
  behind: 'The database lacks migrations of this version of the service',
  ahead: 'The database has migrations of a newer version of the service',
};

/** For supervisors; outside the envelope of the API, its keys and its rate limit. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly connection: DatabaseConnection) {}

  /** The process runs. */
  @Unguarded()
  @Get('live')
  live(@Res() response: Response): void {
    response.json({ status: 'ok' });
  }

  /** The database answers and its migrations are those of this version; 503 otherwise. */
  @Unguarded()
  @Get('ready')
  async ready(@Res() response: Response): Promise<void> {
    const state = await this.connection.state();
    if (state === 'ready') response.json({ status: 'ok' });
    else response.status(503).json({ status: 'unavailable', reason: REASONS[state] });
  }
}
