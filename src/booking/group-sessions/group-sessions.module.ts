import { Module } from '@nestjs/common';
import { SessionsController } from './sessions.controller';
import { SessionsQueries } from './sessions.queries';

@Module({
  controllers: [SessionsController],
  providers: [SessionsQueries],
})
export class GroupSessionsModule {}
