import { Module } from '@nestjs/common';
import { AvailabilityQueries } from '../availability.queries';
import { AvailabilityService } from '../availability.service';
import { FreeSlotFinder } from '../search/free-slot-finder';
import { ResourceLock } from '../snapshot/resource-lock';

/** Decides what can be booked. Apart from `AvailabilityModule`, because the worker has no controllers. */
@Module({
  providers: [AvailabilityQueries, AvailabilityService, FreeSlotFinder, ResourceLock],
  exports: [AvailabilityQueries, AvailabilityService, FreeSlotFinder, ResourceLock],
})
export class DecisionsModule {}
