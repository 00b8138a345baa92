import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module';
import { ApiKeysService } from './api-keys.service';
import { KeyAuthors } from './key-authors';
import { KeyCallers } from './key-callers';
import { KeyOrigins } from './key-origins';

@Module({
  imports: [UsersModule],
  providers: [ApiKeysService, KeyAuthors, KeyCallers, KeyOrigins],
  exports: [ApiKeysService, KeyAuthors, KeyCallers, KeyOrigins],
})
export class ApiKeysModule {}
