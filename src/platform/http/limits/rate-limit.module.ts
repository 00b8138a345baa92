import { Module } from '@nestjs/common';
import { seconds, ThrottlerModule, type ThrottlerStorage } from '@nestjs/throttler';
import { Clock } from '../../clock';
import { Config } from '../../config/config';
import { MemoryRateLimitStorage } from './memory-storage';
import { RateLimitGuard } from './rate-limit.guard';
import { RedisCounter } from './redis-counter';
import { SharedRateLimitStorage } from './shared-storage';

@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Config, Clock],
      useFactory: async (config: Config, clock: Clock) => ({
        throttlers: [{ limit: config.rateLimit, ttl: seconds(config.rateLimitWindowS) }],
        storage: await openStorage(config, new MemoryRateLimitStorage(clock)),
      }),
    }),
  ],
  providers: [RateLimitGuard],
  exports: [RateLimitGuard],
})
export class RateLimitModule {}

async function openStorage({ redisUrl }: Config, own: MemoryRateLimitStorage): Promise<ThrottlerStorage> {
  if (redisUrl === undefined) return own;
  const storage = new SharedRateLimitStorage(await RedisCounter.of(redisUrl), own);
  await storage.open();
  return storage;
}
