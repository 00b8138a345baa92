import { Global, Module } from '@nestjs/common';
import { AffectedAppointments } from '../../business/periods/affected-appointments';
import { AvailabilityModule } from '../availability/availability.module';
import { AbsentAppointments } from './absent-appointments';
import { AffectedHolds } from './affected-holds';
import { AffectedLock } from './affected-lock';
import { ClosedHours } from './closed-hours';
import { GiftPlanner } from './gift-planner';
import { ProviderReassignment } from './provider-reassignment';
import { ReassignmentController } from './reassignment.controller';
import { Reassignment } from './reassignment.service';
import { DiaryModule } from '../diary/diary.module';

/** Global: closures and time off inject what this module implements without importing it. It lies above them. */
@Global()
@Module({
  imports: [DiaryModule, AvailabilityModule],
  controllers: [ReassignmentController],
  providers: [
    { provide: AffectedAppointments, useClass: AbsentAppointments },
    AffectedHolds,
    AffectedLock,
    ClosedHours,
    GiftPlanner,
    ProviderReassignment,
    Reassignment,
  ],
  exports: [AffectedAppointments],
})
export class ReassignmentModule {}
