import fc from 'fast-check';

/** In `npm run test:fuzz`, and in `npm test`. */
const USUAL_RUNS = { long: 10, short: 1 };
/** Without `FUZZ_RUNS` every run tries the same requests, so that a new failure comes from the change under test. */
const USUAL_SEED = 20_261_120;

const wanted = numberOf('FUZZ_RUNS');

/** The number of requests of each kind for each operation: `FUZZ_RUNS`, or a few by default. */
export const RUNS = wanted ?? USUAL_RUNS[process.env['FUZZ'] === 'long' ? 'long' : 'short'];
/** The seed of the generators: `FUZZ_SEED`. A run with `FUZZ_RUNS` draws its own seed; the message of a failure names it. */
export const SEED = numberOf('FUZZ_SEED') ?? (wanted === undefined ? USUAL_SEED : fc.sample(fc.nat(), 1)[0]);

const MOST_PER_REQUEST_MS = 1_000;

/** Sets a timeout that ends only tests that hang, for any number of requests. */
export function bePatient(requests = RUNS): void {
  jest.setTimeout(120_000 + requests * MOST_PER_REQUEST_MS);
}

/**
 * Judges many generated values; the same seed generates the same values.
 * @throws Error that names the seed and the value, when the judge rejects one
 */
export async function explore<T>(
  values: fc.Arbitrary<T>,
  judge: (value: T) => Promise<void>,
  runs = RUNS,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(values.map(quiet), ({ value }) => judge(value)),
    {
      ...(SEED !== undefined && { seed: SEED }),
      numRuns: runs,
      // No shrinking: a smaller value is easier to read, but the database has changed since the first failure.
      endOnFailure: true,
    },
  );
}

/** Keeps fast-check from printing the value, which may be large; the error of the judge describes it. */
function quiet<T>(value: T): { readonly value: T } {
  return { value, [fc.toStringMethod]: () => 'below' } as { readonly value: T };
}

function numberOf(name: 'FUZZ_RUNS' | 'FUZZ_SEED'): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^-?\d+$/.test(text)) throw new Error(`${name} must be an integer`);
  return Number(text);
}
