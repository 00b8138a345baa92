import { collectDefaultMetrics, Registry } from 'prom-client';

let node: Registry | undefined;

/** The metrics of one app, with those of Node: memory, processor, event loop. Tests run several apps in one process. */
export function createRegistry(): Registry {
  return Registry.merge([(node ??= metricsOfNode())]);
}

/** Made once: prom-client watches the event loop and the garbage collector for good, and keeps the async context of its start in memory. */
function metricsOfNode(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
