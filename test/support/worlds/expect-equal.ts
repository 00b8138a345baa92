import { isDeepStrictEqual } from 'node:util';

/** Expects what `toEqual` does. It calls `expect`, which takes longer than most comparisons, only where the values differ. */
export function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}
