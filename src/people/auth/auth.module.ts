import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { ApiKeyGuard } from './api-key.guard';
import { RolesGuard } from './roles.guard';

@Module({
  imports: [ApiKeysModule],
  providers: [ApiKeyGuard, RolesGuard],
  exports: [ApiKeyGuard, RolesGuard],
})
export class AuthModule {}
