import { Module } from '@nestjs/common';
import { AuthModule } from '../../people/auth/auth.module';
import { EventsController } from './events.controller';
import { EventsService } from './events.service';
import { EventPoller } from './stream/event-poller';
import { EventStreamController } from './stream/event-stream.controller';
import { EventStreams } from './stream/event-streams';

/** Shows what has happened, and what happens. `BackgroundWorker` numbers it. */
@Module({
  imports: [AuthModule],
  controllers: [EventsController, EventStreamController],
  providers: [EventsService, EventPoller, EventStreams],
})
export class EventsModule {}
