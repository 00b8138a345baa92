import { Module } from '@nestjs/common';
import { EventNumbering } from './event-numbering';
import { EventRetention } from './event-retention';

/** Numbers events, queues their deliveries, and deletes old ones. */
@Module({
  providers: [EventNumbering, EventRetention],
  exports: [EventNumbering, EventRetention],
})
export class EventNumberingModule {}
