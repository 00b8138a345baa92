import { Module } from '@nestjs/common';
import { BusinessModule } from '../../business/business.module';
import { SnapshotQueries } from './snapshot/snapshot.queries';
import { Decisions } from './decisions/decisions';
import { CustomerLimit } from './decisions/customer-limit';
import { PlannedLock } from './locks/planned-lock';
import { ProviderChoice } from './decisions/provider-choice';
import { FreeSlotFinder } from './slots/free-slot-finder';
import { DayLimitLock } from './locks/day-limit-lock';
import { ResourceLock } from './locks/resource-lock';
import { VisitSnapshotQueries } from './visits/visit-snapshot.queries';
import { HeldTimes } from './holds/held-times';
import { VisitPlanning } from './visits/visit-planning';
import { AppointmentExpiry } from './expiry/appointment-expiry';
import { AppointmentLock } from './locks/appointment-lock';
import { BookingReferences } from './decisions/booking-references';
import { AppointmentCompletion } from './writes/appointment-completion';
import { AppointmentBatches } from './decisions/appointment-batches';
import { BatchChanges } from './writes/batch-changes';
import { BatchLock } from './locks/batch-lock';
import { AppointmentWrites } from './writes/appointment-writes';
import { TimeMoves } from './writes/time-moves';

const DIARY = [
  AppointmentBatches,
  AppointmentCompletion,
  AppointmentExpiry,
  AppointmentLock,
  AppointmentWrites,
  SnapshotQueries,
  Decisions,
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
  TimeMoves,
  VisitPlanning,
  VisitSnapshotQueries,
];

/** What reads, decides, locks and writes time. Without controllers, so that the worker has it, too. */
@Module({ imports: [BusinessModule], providers: DIARY, exports: DIARY })
export class DiaryModule {}
