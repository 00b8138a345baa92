import { Module } from '@nestjs/common';
import { ProviderLockModule } from '../../../business/providers/provider-lock.module';
import { AvailabilityQueries } from '../../availability/availability.queries';
import { AvailabilityService } from '../../availability/availability.service';
import { CustomerLimit } from '../../availability/decisions/customer-limit';
import { PlannedLock } from '../../availability/decisions/planned-lock';
import { ProviderChoice } from '../../availability/decisions/provider-choice';
import { FreeSlotFinder } from '../../availability/search/free-slot-finder';
import { DayLimitLock } from '../../availability/snapshot/day-limit-lock';
import { ResourceLock } from '../../availability/snapshot/resource-lock';
import { VisitSnapshotQueries } from '../../availability/visits/visit-snapshot.queries';
import { HeldTimes } from '../../holds/held-times';
import { VisitPlanning } from '../../visits/visit-planning';
import { AppointmentExpiry } from '../changes/appointment-expiry';
import { AppointmentLock } from '../changes/appointment-lock';
import { BookingReferences } from '../changes/booking-references';
import { AppointmentBatches } from './appointment-batches';
import { AppointmentWrites } from './appointment-writes';
import { BatchChanges } from './batch-changes';
import { BatchLock } from './batch-lock';

const DIARY = [
  AppointmentBatches,
  AppointmentExpiry,
  AppointmentLock,
  AppointmentWrites,
  AvailabilityQueries,
  AvailabilityService,
  BatchChanges,
  BatchLock,
  BookingReferences,
  CustomerLimit,
  DayLimitLock,
  FreeSlotFinder,
  HeldTimes,
  PlannedLock,
  ProviderChoice,
  ResourceLock,
  VisitPlanning,
  VisitSnapshotQueries,
];

/** What reads, decides, locks and writes time. Without controllers, so that the worker has it, too. */
@Module({ imports: [ProviderLockModule], providers: DIARY, exports: DIARY })
export class DiaryModule {}
