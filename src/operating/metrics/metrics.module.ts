import { Global, Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { BookingCounters } from '../../booking/claims/booking-counters';
import { BusyCalendarStateQueries } from './busy-calendar-state.queries';
import { BookingMetrics } from './booking-metrics';
import { DatabaseMetrics } from './database-metrics';
import { MetricsController } from './metrics.controller';
import { QueueStateQueries } from './queue-state.queries';
import { createRegistry } from './registry';
import { RequestMetrics } from './request-metrics';
import { WaitlistStateQueries } from './waitlist-state.queries';
import { WebhookStateQueries } from './webhook-state.queries';

/** Global, because bookings count through `BookingCounters` without importing this module. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [
    { provide: Registry, useFactory: createRegistry },
    RequestMetrics,
    { provide: BookingCounters, useClass: BookingMetrics },
    DatabaseMetrics,
    BusyCalendarStateQueries,
    QueueStateQueries,
    WaitlistStateQueries,
    WebhookStateQueries,
  ],
  exports: [RequestMetrics, BookingCounters],
})
export class MetricsModule {}
