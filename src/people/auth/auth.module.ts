import { Module } from '@nestjs/common';
import { seconds, ThrottlerModule } from '@nestjs/throttler';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { RateLimitGuard } from '../../platform/http/limits/rate-limit.guard';
import { openRateLimitStorage } from '../../platform/http/limits/shared-storage';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { SignInModule } from '../sign-in/sign-in.module';
import { ApiKeyGuard } from './api-key.guard';
import { Authenticator } from './authenticator';
import { RolesGuard } from './roles.guard';

/** Who may call, and how often. */
@Module({
  imports: [
    ApiKeysModule,
    SignInModule,
    ThrottlerModule.forRootAsync({
      inject: [Config, Clock],
      useFactory: async (config: Config, clock: Clock) => ({
        throttlers: [{ limit: config.rateLimit, ttl: seconds(config.rateLimitWindowS) }],
        storage: await openRateLimitStorage(config, clock),
      }),
    }),
  ],
  providers: [Authenticator, ApiKeyGuard, RateLimitGuard, RolesGuard],
  exports: [Authenticator, ApiKeyGuard, RateLimitGuard, RolesGuard],
})
export class AuthModule {}
