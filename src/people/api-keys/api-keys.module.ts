import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module';
import { ApiKeysService } from './api-keys.service';
import { KeyOrigins } from './key-origins';

@Module({
  imports: [UsersModule],
  providers: [ApiKeysService, KeyOrigins],
  exports: [ApiKeysService, KeyOrigins],
})
export class ApiKeysModule {}
