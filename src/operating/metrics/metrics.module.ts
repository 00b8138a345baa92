import { Global, Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { BookingCounters } from '../../booking/diary/writes/booking-counters';
import { BookingMetrics } from './booking-metrics';
import { DatabaseMetrics } from './database-metrics';
import { MetricsController } from './metrics.controller';
import { createRegistry } from './registry';
import { RequestMetrics } from './request-metrics';
import { StateQueries } from './state.queries';

/** Global, because bookings count through `BookingCounters` without importing this module. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [
    { provide: Registry, useFactory: createRegistry },
    RequestMetrics,
    { provide: BookingCounters, useClass: BookingMetrics },
    DatabaseMetrics,
    StateQueries,
  ],
  exports: [RequestMetrics, BookingCounters],
})
export class MetricsModule {}
