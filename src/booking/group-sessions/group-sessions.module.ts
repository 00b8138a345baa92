import { Module } from '@nestjs/common';
import { SessionsController } from './sessions.controller';
import { DiaryModule } from '../diary/diary.module';
import { SessionsQueries } from './sessions.queries';
import { SessionsService } from './sessions.service';

@Module({
  imports: [DiaryModule],
  controllers: [SessionsController],
  providers: [SessionsQueries, SessionsService],
})
export class GroupSessionsModule {}
