import type fc from 'fast-check';

/** `npm test` tries a law on a fifth of the worlds, `npm run test:fuzz` on all. */
const USUAL_FACTOR = process.env['FUZZ'] === 'long' ? '1' : '0.2';

/**
 * How many random worlds a law is tried on. A failure prints its seed and path; `ENGINE_SEED` (and `ENGINE_PATH`) replay it,
 * `ENGINE_RUNS_FACTOR` multiplies the number of worlds.
 */
export function runs<T>(numRuns: number): fc.Parameters<T> {
  const { ENGINE_SEED: seed, ENGINE_PATH: path, ENGINE_RUNS_FACTOR: factor = USUAL_FACTOR } = process.env;
  return {
    numRuns: Math.ceil(numRuns * Number(factor)),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path }),
  };
}
