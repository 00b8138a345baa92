import { parseConfig } from '../../config/config';
import { RateLimitedError } from '../../errors/errors';
import { LongRequestLimit } from './long-request-limit';

it('A visitor has one long request at a time, while other visitors have theirs', async () => {
  const limit = new LongRequestLimit(parseConfig({}));
  let end = (): void => undefined;
  const first = limit.run('one', () => new Promise<void>((resolve) => (end = resolve)));
  await expect(limit.run('one', () => Promise.resolve())).rejects.toThrow(RateLimitedError);
  expect(await limit.run('another', () => Promise.resolve('served'))).toBe('served');
  end();
  await first;
  expect(await limit.run('one', () => Promise.resolve('served'))).toBe('served');
});
