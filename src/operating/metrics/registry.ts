import { collectDefaultMetrics, Registry } from 'prom-client';

/** What this process measures, that of Node included: memory, processor, event loop. One for each app, for the tests' sake. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
