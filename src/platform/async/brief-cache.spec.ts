import { BriefCache } from './brief-cache';

describe('BriefCache', () => {
  let now: number;
  let asked: number;
  const cacheOf = <T>(answer: () => Promise<T>) =>
    new BriefCache({ monotonic: () => now }, 1_000, () => {
      asked++;
      return answer();
    });

  beforeEach(() => {
    now = 0;
    asked = 0;
  });

  it('caches an answer for the given time, and then finds a new one', async () => {
    const cache = cacheOf(() => Promise.resolve(asked));
    expect(await cache.get()).toBe(1);
    now = 999;
    expect(await cache.get()).toBe(1);
    now = 1_000;
    expect(await cache.get()).toBe(2);
  });

  it('finds one answer for several callers, even when the answer takes longer than the cache time', async () => {
    let answer: (value: string) => void = () => undefined;
    const cache = cacheOf(() => new Promise<string>((resolve) => (answer = resolve)));
    const first = cache.get();
    now = 5_000;
    const second = cache.get();
    answer('found');
    expect(await Promise.all([first, second])).toEqual(['found', 'found']);
    expect(asked).toBe(1);
    now = 5_999;
    expect(await cache.get()).toBe('found');
    expect(asked).toBe(1);
  });

  it('caches a failure for the given time, and then tries again', async () => {
    const cache = cacheOf(() => (asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve('back')));
    await expect(cache.get()).rejects.toThrow('away');
    await expect(cache.get()).rejects.toThrow('away');
    now = 1_000;
    expect(await cache.get()).toBe('back');
    expect(asked).toBe(2);
  });
});
