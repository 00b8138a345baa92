import { Global, Module } from '@nestjs/common';
import { Registry, collectDefaultMetrics, Gauge } from 'prom-client';
import { BookingCounters } from '../../booking/diary/writes/booking-counters';
import { BookingMetrics } from './booking-metrics';
import { DatabaseMetrics } from './database-metrics';
import { MetricsController } from './metrics.controller';
import { RequestMetrics } from './request-metrics';
import { StateQueries } from './state.queries';
import { zoneRulesVersion } from '../../platform/time/zones/zone-rules';

let ofProcess: Registry | undefined;

/** The metrics of one app, with those of the process: memory, processor, event loop, zone rules. Tests run several apps in one process. */
function createRegistry(): Registry {
  return Registry.merge([(ofProcess ??= metricsOfProcess())]);
}

/** Made once: prom-client watches the event loop and the garbage collector for good, and keeps the async context of its start in memory. */
function metricsOfProcess(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'zone_rules_info',
    help: 'Always 1. The label names the release of the time zone database whose rules this instance applies.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: zoneRulesVersion() }, 1);
  return registry;
}

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
