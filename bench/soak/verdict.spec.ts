import type { Sample } from './sample';
import { slopeOf } from './slope';
import { judge } from './verdict';

const STEADY: Sample = {
  minutes: 0,
  ...{ residentMb: 200, heapMb: 80, openFiles: 70, connections: 10 },
  ...{ dueJobs: 3, pendingDeliveries: 2, unnumbered: 1, staleHolds: 0, deadShare: 0.1 },
  ...{ databaseMb: 12, writes: 0, rate: 16, medianMs: 20 },
};

/** A run with a sample each ten seconds. */
function run(minutes: number, at: (minutes: number, index: number) => Partial<Sample>): Sample[] {
  return Array.from({ length: minutes * 6 + 1 }, (_, index) => {
    const now = index / 6;
    const written = { writes: now * 400, databaseMb: 12 + now * 2 };
    return { ...STEADY, minutes: now, ...written, ...at(now, index) };
  });
}

const leaksOf = (samples: readonly Sample[]) =>
  judge(samples)
    .filter(({ isLeak }) => isLeak === true)
    .map(({ title }) => title);

describe('The judgement of a soak run', () => {
  it('finds nothing in a run whose tables grow with what is written', () => {
    expect(leaksOf(run(30, () => ({})))).toEqual([]);
  });

  it('finds memory that rises by a megabyte a minute, under noise', () => {
    const samples = run(30, (now, index) => ({ residentMb: 200 + now + (index % 5) * 3 }));
    expect(leaksOf(samples)).toEqual(['Resident memory']);
  });

  it('does not take a heap for a leak that is collected now and then', () => {
    expect(leaksOf(run(30, (_now, index) => ({ heapMb: 60 + (index % 11) * 5 })))).toEqual([]);
  });

  it('finds a heap of which less and less can be collected', () => {
    const samples = run(30, (now, index) => ({ heapMb: 60 + (index % 11) * 5 + now / 2 }));
    expect(leaksOf(samples)).toEqual(['JavaScript heap']);
  });

  it('does not take a busy machine for a leak', () => {
    const samples = run(30, (now, index) => {
      const isBusy = now > 15 && index % 13 > 3;
      return isBusy ? { connections: 10 + (now - 15) / 3, medianMs: 20 + now * 4 } : {};
    });
    expect(leaksOf(samples)).toEqual([]);
  });

  it('finds a pool that keeps more and more connections', () => {
    const samples = run(30, (now, index) => ({ connections: 4 + (index % 7) + Math.floor(now / 5) }));
    expect(leaksOf(samples)).toEqual(['Connections to PostgreSQL']);
  });

  it('does not count what rises in the first half only', () => {
    expect(leaksOf(run(30, (now) => ({ residentMb: 150 + Math.min(now, 14) * 10 })))).toEqual([]);
  });

  it('finds tables that grow faster than what is written', () => {
    expect(leaksOf(run(30, (now) => ({ databaseMb: 12 + now ** 2 })))).toEqual(['Disk for each write']);
  });

  it('does not judge a run of less than 25 minutes', () => {
    const verdicts = judge(run(24, (now) => ({ residentMb: 200 + now * 10 })));
    expect(verdicts.map(({ isLeak }) => isLeak)).toEqual(verdicts.map(() => undefined));
  });
});

describe('slopeOf', () => {
  it('is not moved by a quarter of outliers', () => {
    const points = Array.from({ length: 40 }, (_, index) => ({
      hours: index,
      value: index % 4 === 0 ? 1_000 : 2 * index,
    }));
    expect(slopeOf(points)).toBeCloseTo(2, 5);
  });
});
