import { Module } from '@nestjs/common';
import { SessionsController } from './sessions.controller';
import { DecisionsModule } from '../availability/decisions/decisions.module';
import { SessionsQueries } from './sessions.queries';
import { SessionsService } from './sessions.service';

@Module({
  imports: [DecisionsModule],
  controllers: [SessionsController],
  providers: [SessionsQueries, SessionsService],
})
export class GroupSessionsModule {}
