import { Module } from '@nestjs/common';
import { AvailabilityQueries } from './availability.queries';
import { AvailabilityService } from './availability.service';
import { ResourceLock } from './resource-lock';

/** Decides what can be booked. Apart from `AvailabilityModule`, because the worker has no controllers. */
@Module({
  providers: [AvailabilityQueries, AvailabilityService, ResourceLock],
  exports: [AvailabilityQueries, AvailabilityService, ResourceLock],
})
export class DecisionsModule {}
