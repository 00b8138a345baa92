import type fc from 'fast-check';

const IS_LONG = process.env['FUZZ'] === 'long';

/**
 * How many random worlds a law is tried on: `few` in `npm test`, `numRuns` in `npm run test:fuzz`. A failure prints its seed and path;
 * `ENGINE_SEED` (and `ENGINE_PATH`) replay it, `ENGINE_RUNS_FACTOR` multiplies the longer number.
 */
export function runs<T>(numRuns: number, few = Math.ceil(numRuns / 20)): fc.Parameters<T> {
  const { ENGINE_SEED: seed, ENGINE_PATH: path, ENGINE_RUNS_FACTOR: factor } = process.env;
  return {
    numRuns: factor === undefined ? (IS_LONG ? numRuns : few) : Math.ceil(numRuns * Number(factor)),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path }),
  };
}
