import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Unguarded } from '../auth/access';
import { DatabaseConnection } from '../database/connection';

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

  /** The database answers and its migrations are current; 503 otherwise. */
  @Unguarded()
  @Get('ready')
  async ready(@Res() response: Response): Promise<void> {
    const isReady = await this.connection.isReady();
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'unavailable' });
  }
}
