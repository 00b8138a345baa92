import { Module } from '@nestjs/common';
import { ProvidersModule } from '../../business/providers/providers.module';
import { CustomersModule } from '../../people/customers/customers.module';
import { AvailabilityModule } from '../availability/availability.module';
import { AppointmentsController } from './appointments.controller';
import { AppointmentsQueries } from './appointments.queries';
import { AppointmentsService } from './appointments.service';
import { CustomerAppointmentsController } from './of-customer/customer-appointments.controller';
import { CustomerAppointments } from './of-customer/customer-appointments.queries';
import { ProviderMonthController } from './of-provider/provider-month.controller';
import { ProviderMonthQueries } from './of-provider/provider-month.queries';
import { ProviderMonthService } from './of-provider/provider-month.service';
import { AppointmentCollectionController } from './reading/appointment-collection.controller';
import { AppointmentPages } from './reading/appointment-pages.queries';
import { AppointmentReports } from './reading/appointment-reports.queries';
import { SlotRefusals } from './slot-refused';

@Module({
  imports: [AvailabilityModule, CustomersModule, ProvidersModule],
  controllers: [
    // In this order: the paths of the collection must not be taken for ids.
    AppointmentCollectionController,
    AppointmentsController,
    CustomerAppointmentsController,
    ProviderMonthController,
  ],
  providers: [
    AppointmentPages,
    AppointmentReports,
    AppointmentsQueries,
    AppointmentsService,
    CustomerAppointments,
    ProviderMonthQueries,
    ProviderMonthService,
    SlotRefusals,
  ],
})
export class AppointmentsModule {}
