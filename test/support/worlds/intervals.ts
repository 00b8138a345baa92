import fc from 'fast-check';
import type { Interval } from '../../../src/platform/time/interval';
import { tapeOf } from './scenes';
import type { Scene } from './tape';

const MINUTE_MS = 60_000;

/** Generates an interval of real time, mostly on whole minutes, from shortly before the scene to shortly after it. */
export function interval(scene: Scene, maxMin: number): fc.Arbitrary<Interval> {
  const tape = tapeOf(scene);
  return fc
    .tuple(
      fc.integer({ min: 0, max: tape.length }),
      fc.integer({ min: 1, max: maxMin }),
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 59_999 }) },
      ),
    )
    .map(([from, length, ms]) => {
      const start = tape.instantOf(from) + ms;
      return { start, end: start + length * MINUTE_MS + ms };
    });
}

export function intervals(
  scene: Scene,
  maxLength: number,
  maxMin: number,
): fc.Arbitrary<readonly Interval[]> {
  return fc.array(interval(scene, maxMin), { maxLength });
}
