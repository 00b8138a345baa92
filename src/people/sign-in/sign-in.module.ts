import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { UsersModule } from '../users/users.module';
import { SignIn } from './sign-in';

@Module({ imports: [ApiKeysModule, UsersModule], providers: [SignIn], exports: [SignIn] })
export class SignInModule {}
