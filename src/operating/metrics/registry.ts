import { collectDefaultMetrics, Registry } from 'prom-client';

let node: Registry | undefined;

/** The metrics of one app, with those of Node: memory, processor, event loop. Tests run several apps in one process. */
export function createRegistry(): Registry {
  return Registry.merge([(node ??= metricsOfNode())]);
}

/**
 * Made once in a process: prom-client watches the event loop and the garbage collector until the process ends, and keeps the
 * async context in which it began in memory.
 */
function metricsOfNode(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
