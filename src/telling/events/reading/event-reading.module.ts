import { Module } from '@nestjs/common';
import { EventQueries } from './event.queries';
import { EventReader } from './event-reader';
import { PastRows } from './past-rows';

/** Reads numbered events, with what the audit trail tells about them. */
@Module({
  providers: [EventQueries, EventReader, PastRows],
  exports: [EventQueries, EventReader],
})
export class EventReadingModule {}
