import { Module } from '@nestjs/common';
import { AvailabilityQueries } from '../availability.queries';
import { AvailabilityService } from '../availability.service';
import { FreeSlots } from '../search/free-slots';
import { ResourceLock } from '../snapshot/resource-lock';

/** Decides what can be booked. Apart from `AvailabilityModule`, because the worker has no controllers. */
@Module({
  providers: [AvailabilityQueries, AvailabilityService, FreeSlots, ResourceLock],
  exports: [AvailabilityQueries, AvailabilityService, FreeSlots, ResourceLock],
})
export class DecisionsModule {}
