import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Clock } from '../common/clock';
import { MemoryRateLimitStorage } from './memory-storage';
import { RateLimitGuard } from './rate-limit.guard';

@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Clock],
      useFactory: (clock: Clock) => ({ throttlers: [], storage: new MemoryRateLimitStorage(clock) }),
    }),
  ],
  providers: [RateLimitGuard],
  exports: [RateLimitGuard],
})
export class RateLimitModule {}
