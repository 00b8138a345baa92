import { Module } from '@nestjs/common';
import { AvailabilityModule } from '../availability/availability.module';
import { CustomersModule } from '../../people/customers/customers.module';
import { MetricsModule } from '../../operating/metrics/metrics.module';
import { NotificationsModule } from '../../telling/notifications/notifications.module';
import { ProvidersModule } from '../../business/providers/providers.module';
import { AppointmentCollectionController } from './reading/appointment-collection.controller';
import { AppointmentPages } from './reading/appointment-pages.queries';
import { AppointmentReports } from './reading/appointment-reports.queries';
import { AppointmentsController } from './appointments.controller';
import { AppointmentsQueries } from './appointments.queries';
import { AppointmentsService } from './appointments.service';
import { SlotRefusals } from './slot-refused';

@Module({
  imports: [AvailabilityModule, CustomersModule, MetricsModule, NotificationsModule, ProvidersModule],
  // In this order: the paths of the collection must not be taken for ids.
  controllers: [AppointmentCollectionController, AppointmentsController],
  providers: [AppointmentPages, AppointmentReports, AppointmentsQueries, AppointmentsService, SlotRefusals],
})
export class AppointmentsModule {}
