import { Module } from '@nestjs/common';
import { ProviderLockModule } from '../../../business/providers/provider-lock.module';
import { AvailabilityQueries } from '../availability.queries';
import { AvailabilityService } from '../availability.service';
import { FreeSlotFinder } from '../search/free-slot-finder';
import { CustomerLimit } from './customer-limit';
import { DayLimitLock } from '../snapshot/day-limit-lock';
import { PlannedLock } from './planned-lock';
import { ProviderChoice } from './provider-choice';
import { ResourceLock } from '../snapshot/resource-lock';

const DECISIONS = [
  AvailabilityQueries,
  AvailabilityService,
  CustomerLimit,
  DayLimitLock,
  FreeSlotFinder,
  PlannedLock,
  ProviderChoice,
  ResourceLock,
];

/** Decides what can be booked. Apart from `AvailabilityModule`, because the worker has no controllers. */
@Module({
  imports: [ProviderLockModule],
  providers: DECISIONS,
  exports: DECISIONS,
})
export class DecisionsModule {}
