import { Module } from '@nestjs/common';
import { USER_ADMINISTRATION } from './user-administration';
import { UserReads } from './user-reads';
import { UsersController } from './users.controller';

@Module({
  imports: USER_ADMINISTRATION.imports,
  controllers: [UsersController],
  providers: [...USER_ADMINISTRATION.providers, UserReads],
})
export class UsersByApiModule {}
