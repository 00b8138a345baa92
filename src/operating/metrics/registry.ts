import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { zoneRulesVersion } from '../../platform/time/zones/zone-rules';

let ofProcess: Registry | undefined;

/** The metrics of one app, with those of the process: memory, processor, event loop, zone rules. Tests run several apps in one process. */
export function createRegistry(): Registry {
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
