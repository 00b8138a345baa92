import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { ApiKeyGuard } from './api-key.guard';
import { Authenticator } from './authenticator';
import { RolesGuard } from './roles.guard';

@Module({
  imports: [ApiKeysModule],
  providers: [Authenticator, ApiKeyGuard, RolesGuard],
  exports: [Authenticator, ApiKeyGuard, RolesGuard],
})
export class AuthModule {}
