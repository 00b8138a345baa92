import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module';
import { ApiKeysService } from './api-keys.service';

@Module({ imports: [UsersModule], providers: [ApiKeysService], exports: [ApiKeysService] })
export class ApiKeysModule {}
