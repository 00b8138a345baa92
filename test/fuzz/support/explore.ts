import fc from 'fast-check';

const FEW_RUNS = 10;
/** Without `FUZZ_RUNS` every run tries the same, so that what fails is the change that is tested. */
const USUAL_SEED = 20_261_120;

const asked = numberOf('FUZZ_RUNS');

/** How many requests of each kind are tried with each operation: `FUZZ_RUNS`, a few by default. */
export const RUNS = asked ?? FEW_RUNS;
/** Where the dice start: `FUZZ_SEED`. A longer run rolls its own; the message of what fails names it. */
export const SEED = numberOf('FUZZ_SEED') ?? (asked === undefined ? USUAL_SEED : fc.sample(fc.nat(), 1)[0]);

const MOST_PER_REQUEST_MS = 1_000;

/** Ends what hangs, however many requests there are. */
export function bePatient(requests = RUNS): void {
  jest.setTimeout(120_000 + requests * MOST_PER_REQUEST_MS);
}

/**
 * Judges many values, the same ones for the same seed.
 * @throws Error that names the seed and the value, when one is judged so
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
      // A smaller value is kinder to read, but the database is not what it was when the first one failed.
      endOnFailure: true,
    },
  );
}

/** What is judged says of itself what was wrong with it: the whole of it may be large. */
function quiet<T>(value: T): { readonly value: T } {
  return { value, [fc.toStringMethod]: () => 'below' } as { readonly value: T };
}

function numberOf(name: 'FUZZ_RUNS' | 'FUZZ_SEED'): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^-?\d+$/.test(text)) throw new Error(`${name} must be an integer`);
  return Number(text);
}
