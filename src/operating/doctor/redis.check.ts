import { withTimeout } from '../../platform/async/with-timeout';
import type { Config } from '../../platform/config/config';
import { reasonOf } from '../../platform/database/sqlstate';
import { redisServerOf } from '../../platform/http/limits/redis-connection';
import { RedisCounter } from '../../platform/http/limits/redis-counter';
import { type Finding, findingsOf } from './finding';

const PATIENCE_MS = 3_000;
/** The counter of this check, which Redis deletes after a second. */
const TRACKER = { key: 'doctor', ttlMs: 1_000 };

/** Checks that Redis can be reached, accepts the login and lets the service count. */
export async function checkRedis({ redisUrl }: Config): Promise<Finding[]> {
  const { ok, fault } = findingsOf('redis');
  if (redisUrl === undefined) return [ok('no REDIS_URL: each process counts requests alone')];
  const counter = await RedisCounter.of(redisUrl);
  const server = redisServerOf(redisUrl);
  try {
    await withTimeout(PATIENCE_MS, counter.open());
    await withTimeout(PATIENCE_MS, counter.weigh(TRACKER.key, TRACKER.ttlMs, 1, 1));
    return [ok(`${server} counts requests`)];
  } catch (error) {
    return [fault(`${server}: ${reasonOf(error)}; each process counts requests alone`)];
  } finally {
    counter.close();
  }
}
