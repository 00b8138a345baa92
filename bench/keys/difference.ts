import { Random } from '../load/random';
import { median } from '../load/report/statistics';

const RESAMPLES = 500;

/** The difference between two sets of times, in µs. */
export interface Difference {
  readonly ofMedians: number;
  /** Bounds of the 95 % bootstrap interval. */
  readonly from: number;
  readonly to: number;
  /** p of the Mann–Whitney rank-sum test. */
  readonly p: number;
}

export function difference(left: readonly number[], right: readonly number[]): Difference {
  const random = new Random(42);
  const resampled = Array.from(
    { length: RESAMPLES },
    () => median(resample(left, random)) - median(resample(right, random)),
  ).sort((a, b) => a - b);
  return {
    ofMedians: median(left) - median(right),
    from: resampled[Math.floor(RESAMPLES * 0.025)] ?? NaN,
    to: resampled[Math.ceil(RESAMPLES * 0.975) - 1] ?? NaN,
    p: rankSumP(left, right),
  };
}

function resample(values: readonly number[], random: Random): number[] {
  return values.map(() => random.pick(values));
}

/** Two-sided, by the normal approximation, which holds for more than some twenty values; ties get their mean rank. */
export function rankSumP(left: readonly number[], right: readonly number[]): number {
  const all = [
    ...left.map((value) => ({ value, isLeft: true })),
    ...right.map((value) => ({ value, isLeft: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  let rankSum = 0;
  let ties = 0;
  for (let start = 0, end = 0; start < all.length; start = end) {
    while (end < all.length && all[end]?.value === all[start]?.value) end++;
    const size = end - start;
    ties += size ** 3 - size;
    rankSum += all.slice(start, end).filter(({ isLeft }) => isLeft).length * ((start + 1 + end) / 2);
  }
  const [n, m, total] = [left.length, right.length, all.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const variance = ((n * m) / 12) * (total + 1 - ties / (total * (total - 1)));
  return 2 * normalTail(Math.abs(u - (n * m) / 2) / Math.sqrt(variance));
}

/** How likely a normal value exceeds z ≥ 0, to six digits (Abramowitz and Stegun, 26.2.17). */
function normalTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = series.reduceRight((rest, factor) => t * (factor + rest), 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
