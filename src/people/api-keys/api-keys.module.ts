import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module';
import { ApiKeysService } from './api-keys.service';
import { KeyAuthors } from './key-authors';
import { KeyOrigins } from './key-origins';

@Module({
  imports: [UsersModule],
  providers: [ApiKeysService, KeyAuthors, KeyOrigins],
  exports: [ApiKeysService, KeyAuthors, KeyOrigins],
})
export class ApiKeysModule {}
