import { collectDefaultMetrics, Registry } from 'prom-client';

/** The metrics of one app, with those of Node: memory, processor, event loop. Tests run several apps in one process. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
