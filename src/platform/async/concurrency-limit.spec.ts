import { ConcurrencyLimit } from './concurrency-limit';
import { UnavailableError } from '../errors/errors';

describe('ConcurrencyLimit', () => {
  let limit: ConcurrencyLimit;
  let started: string[];
  let finish: Record<string, () => void>;

  beforeEach(() => {
    limit = new ConcurrencyLimit({ running: 2, waiting: 2, patienceMs: 60_000, refusal: 'Too many' });
    [started, finish] = [[], {}];
  });

  const run = (name: string) =>
    limit.run(() => {
      started.push(name);
      return new Promise<string>((resolve) => {
        finish[name] = () => {
          resolve(name);
        };
      });
    });

  it('starts the waiting tasks in their order when running ones end', async () => {
    const [first, , third] = [run('first'), run('second'), run('third'), run('fourth')];
    expect(started).toEqual(['first', 'second']);
    finish['first']?.();
    expect(await first).toBe('first');
    await new Promise(setImmediate);
    expect(started).toEqual(['first', 'second', 'third']);
    finish['third']?.();
    await third;
    await new Promise(setImmediate);
    expect(started).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it('refuses a task when too many tasks wait already', async () => {
    const accepted = ['first', 'second', 'third', 'fourth'].map(run);
    await expect(run('fifth')).rejects.toThrow(new UnavailableError('Too many'));
    expect(started).toEqual(['first', 'second']);
    for (const name of ['first', 'second']) finish[name]?.();
    await Promise.all(accepted.slice(0, 2));
    for (const name of ['third', 'fourth']) finish[name]?.();
    await Promise.all(accepted);
  });

  it('refuses a task that has waited too long, and never starts it', async () => {
    limit = new ConcurrencyLimit({ running: 1, waiting: 2, patienceMs: 10, refusal: 'Too many' });
    const first = run('first');
    await expect(run('second')).rejects.toThrow(new UnavailableError('Too many'));
    finish['first']?.();
    await first;
    void run('third');
    expect(started).toEqual(['first', 'third']);
  });

  it('starts the next task when a running task fails', async () => {
    limit = new ConcurrencyLimit({ running: 1, waiting: 2, patienceMs: 60_000, refusal: 'Too many' });
    const failing = limit.run(() => Promise.reject(new Error('failed')));
    void run('next');
    await expect(failing).rejects.toThrow('failed');
    await new Promise(setImmediate);
    expect(started).toEqual(['next']);
  });
});
