import { Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { BookingMetrics } from './booking-metrics';
import { DatabaseMetrics } from './database-metrics';
import { MetricsController } from './metrics.controller';
import { QueueStateQueries } from './queue-state.queries';
import { createRegistry } from './registry';
import { RequestMetrics } from './request-metrics';

@Module({
  controllers: [MetricsController],
  providers: [
    { provide: Registry, useFactory: createRegistry },
    RequestMetrics,
    BookingMetrics,
    DatabaseMetrics,
    QueueStateQueries,
  ],
  exports: [RequestMetrics, BookingMetrics],
})
export class MetricsModule {}
