import { Module } from '@nestjs/common';
import { FanOutModule } from '../webhooks/fan-out/fan-out.module';
import { EventNumbering } from './event-numbering';
import { EventRetention } from './event-retention';

/** Numbers events, and deletes old ones. */
@Module({
  imports: [FanOutModule],
  providers: [EventNumbering, EventRetention],
  exports: [EventNumbering, EventRetention],
})
export class EventNumberingModule {}
