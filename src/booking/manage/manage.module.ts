import { Module } from '@nestjs/common';
import { AppointmentsModule } from '../appointments/appointments.module';
import { AvailabilityModule } from '../availability/availability.module';
import { VisitsModule } from '../visits/visits.module';
import { WaitlistModule } from '../waitlist/waitlist.module';
import { LinkRotation } from './link-rotation';
import { LinkRotationController } from './link-rotation.controller';
import { ManageController } from './manage.controller';
import { ManagedActions } from './managed-actions';
import { ManagedThings } from './managed-things';
import { ManageService } from './manage.service';
import { DiaryModule } from '../diary/diary.module';

/** What customers do with their own hands, by a link. */
@Module({
  imports: [DiaryModule, AppointmentsModule, AvailabilityModule, VisitsModule, WaitlistModule],
  controllers: [ManageController, LinkRotationController],
  providers: [LinkRotation, ManagedActions, ManagedThings, ManageService],
  exports: [ManagedThings, ManageService],
})
export class ManageModule {}
