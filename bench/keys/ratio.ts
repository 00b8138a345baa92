import { Random } from '../load/random';
import { median } from '../load/report/statistics';

const RESAMPLES = 500;

/** How many times as long one set of times is as another. */
export interface Ratio {
  readonly ofMedians: number;
  /** Bounds of the 95 % bootstrap interval. */
  readonly from: number;
  readonly to: number;
}

export function ratio(left: readonly number[], right: readonly number[]): Ratio {
  const random = new Random(42);
  const resample = (values: readonly number[]) => values.map(() => random.pick(values));
  const resampled = Array.from(
    { length: RESAMPLES },
    () => median(resample(left)) / median(resample(right)),
  ).sort((a, b) => a - b);
  return {
    ofMedians: median(left) / median(right),
    from: resampled[Math.floor(RESAMPLES * 0.025)] ?? NaN,
    to: resampled[Math.ceil(RESAMPLES * 0.975) - 1] ?? NaN,
  };
}
