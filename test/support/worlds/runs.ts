import type fc from 'fast-check';

/**
 * How many random worlds a law is tried on. A failure prints its seed and path; `ENGINE_SEED` (and `ENGINE_PATH`) replay it,
 * `ENGINE_RUNS_FACTOR` multiplies the number of worlds.
 */
export function runs<T>(numRuns: number): fc.Parameters<T> {
  const { ENGINE_SEED: seed, ENGINE_PATH: path, ENGINE_RUNS_FACTOR: factor = '1' } = process.env;
  return {
    numRuns: Math.ceil(numRuns * Number(factor)),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path }),
  };
}
