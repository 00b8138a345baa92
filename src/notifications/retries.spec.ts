import { MAX_ATTEMPTS, retryDelayMs } from './retries';

const MINUTE_MS = 60_000;

describe('retryDelayMs', () => {
  it('is half a minute at first, then twice as long each time', () => {
    expect([1, 2, 3, 4].map(retryDelayMs)).toEqual([0.5, 1, 2, 4].map((minutes) => minutes * MINUTE_MS));
  });

  it('is never longer than four hours', () => {
    expect(retryDelayMs(1_000)).toBe(240 * MINUTE_MS);
  });

  it('spreads the attempts over about twelve hours', () => {
    const delays = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => retryDelayMs(index + 1));
    expect(delays.reduce((sum, delay) => sum + delay) / (60 * MINUTE_MS)).toBeCloseTo(12.26, 2);
  });
});
