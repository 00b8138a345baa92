import { RecentKeys } from './recent-keys';

describe('Recent keys', () => {
  let now = 0;
  const clock = { monotonic: () => now };

  it('are remembered for their time after they were added last', () => {
    const keys = new RecentKeys(clock, 100, 10);
    keys.add('a');
    now += 60;
    keys.add('a');
    now += 99;
    expect(keys.has('a')).toBe(true);
    now += 1;
    expect(keys.has('a')).toBe(false);
    expect(keys.has('b')).toBe(false);
  });

  it('are the latest ones only', () => {
    const keys = new RecentKeys(clock, 100, 2);
    for (const key of ['a', 'b', 'a', 'c']) keys.add(key);
    expect(['a', 'b', 'c'].map((key) => keys.has(key))).toEqual([true, false, true]);
  });
});
