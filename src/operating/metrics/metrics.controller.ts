import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Registry } from 'prom-client';
import { Unguarded } from '../../people/auth/access';
import { BriefCache } from '../../platform/async/brief-cache';
import { Clock } from '../../platform/clock';
import { DatabaseMetrics } from './database-metrics';
import { MetricsTokenGuard } from './metrics-token.guard';

/** How long the text of a scrape is kept, in ms: it takes two statements and some milliseconds to make. */
const TEXT_KEPT_MS = 1_000;

/** Serves Prometheus. The envelope, the keys and the rate limit of the API do not apply. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  private readonly text: BriefCache<string>;

  constructor(
    private readonly registry: Registry,
    database: DatabaseMetrics,
    clock: Clock,
  ) {
    this.text = new BriefCache(clock, TEXT_KEPT_MS, async () => {
      await database.refresh();
      return registry.metrics();
    });
  }

  @Unguarded()
  @UseGuards(MetricsTokenGuard)
  @Get()
  async show(@Res() response: Response): Promise<void> {
    response.setHeader('Content-Type', this.registry.contentType).end(await this.text.get());
  }
}
