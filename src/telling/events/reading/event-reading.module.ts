import { Module } from '@nestjs/common';
import { EventQueries } from './event.queries';
import { EventReader } from './event-reader';
import { PastRows } from './past-rows';

/** Reads events, with their data from the audit trail. */
@Module({
  providers: [EventQueries, EventReader, PastRows],
  exports: [EventQueries, EventReader],
})
export class EventReadingModule {}
