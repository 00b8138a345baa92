import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Registry } from 'prom-client';
import { Unguarded } from '../../people/auth/access';
import { DatabaseMetrics } from './database-metrics';
import { MetricsTokenGuard } from './metrics-token.guard';

/** Serves Prometheus. The envelope, the keys and the rate limit of the API do not apply. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly registry: Registry,
    private readonly database: DatabaseMetrics,
  ) {}

  @Unguarded()
  @UseGuards(MetricsTokenGuard)
  @Get()
  async show(@Res() response: Response): Promise<void> {
    await this.database.refresh();
    response.setHeader('Content-Type', this.registry.contentType).end(await this.registry.metrics());
  }
}
