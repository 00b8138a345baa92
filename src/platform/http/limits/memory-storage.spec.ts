import { Clock } from '../../clock';
import { MemoryRateLimitStorage } from './memory-storage';

const WINDOW_MS = 60_000;

class StoppedClock extends Clock {
  passedMs = 0;

  now(): number {
    return 0;
  }

  monotonic(): number {
    return this.passedMs;
  }
}

describe('The in-memory storage of the rate limit', () => {
  it('deletes two ended windows for each new window', async () => {
    const clock = new StoppedClock();
    const storage = new MemoryRateLimitStorage(clock);
    const countFrom = async (first: number, last: number) => {
      for (let address = first; address <= last; address++)
        await storage.increment(`address:${address}`, WINDOW_MS, 1);
    };
    await countFrom(1, 1_000);
    clock.passedMs = WINDOW_MS;
    await countFrom(2_001, 2_400);
    expect(storage.size).toBe(1_000 - 2 * 400 + 400);
  });

  it('keeps the second window of a tracker whose first window has ended', async () => {
    const clock = new StoppedClock();
    const storage = new MemoryRateLimitStorage(clock);
    await storage.increment('key:1', WINDOW_MS, 5);
    clock.passedMs = WINDOW_MS;
    await storage.increment('key:1', WINDOW_MS, 5);
    await storage.increment('key:2', WINDOW_MS, 5);
    expect(await storage.increment('key:1', WINDOW_MS, 5)).toMatchObject({ totalHits: 2 });
  });

  it('counts a request as often as it weighs, and one that does not fit not at all', async () => {
    const storage = new MemoryRateLimitStorage(new StoppedClock());
    expect(await storage.weigh('key:1', WINDOW_MS, 5, 4)).toMatchObject({ totalHits: 4, isBlocked: false });
    expect(await storage.weigh('key:1', WINDOW_MS, 5, 2)).toMatchObject({ totalHits: 4, isBlocked: true });
    expect(await storage.weigh('key:1', WINDOW_MS, 5, 1)).toMatchObject({ totalHits: 5, isBlocked: false });
  });
});
