import { Global, Module } from '@nestjs/common';
import { ProvidersModule } from '../../business/providers/providers.module';
import { CustomersModule } from '../../people/customers/customers.module';
import { AvailabilityModule } from '../availability/availability.module';
import { VisibleCustomers } from '../../people/customers/visible-customers';
import { AppointmentConflicts } from '../../business/periods/appointment-conflicts';
import { AppointmentConflictsQueries } from './changes/appointment-conflicts.queries';
import { AppointmentChangesService } from './appointment-changes.service';
import { AppointmentsController } from './appointments.controller';
import { AppointmentsQueries } from './appointments.queries';
import { AppointmentsService } from './appointments.service';
import { AppointmentViews } from './including/appointment-views';
import { IncludedResourcesQueries } from './including/included-resources.queries';
import { BookedCustomers } from './of-customer/booked-customers';
import { CustomerAppointmentsController } from './of-customer/customer-appointments.controller';
import { CustomerAppointments } from './of-customer/customer-appointments.queries';
import { ProviderMonthController } from './of-provider/provider-month.controller';
import { ProviderMonthQueries } from './of-provider/provider-month.queries';
import { ProviderMonthService } from './of-provider/provider-month.service';
import { CompletionController } from './completion.controller';
import { CompletionService } from './completion.service';
import { AppointmentCollectionController } from './reading/appointment-collection.controller';
import { ReachedIds } from '../../platform/reached-ids';
import { ReachedIdsQueries } from './changes/reached-ids.queries';
import { AppointmentPages } from './reading/appointment-pages.queries';
import { AppointmentReports } from './reading/appointment-reports.queries';
import { CommonSearches } from './reading/common-searches';
import { DiaryModule } from '../diary/diary.module';

/** Global: closures, time off, customers and narrowed operations inject what this module implements without importing it. It lies above them. */
@Global()
@Module({
  imports: [DiaryModule, AvailabilityModule, CustomersModule, ProvidersModule],
  controllers: [
    // In this order: the paths of the collection must match before `:id`.
    AppointmentCollectionController,
    CompletionController,
    AppointmentsController,
    CustomerAppointmentsController,
    ProviderMonthController,
  ],
  providers: [
    { provide: AppointmentConflicts, useClass: AppointmentConflictsQueries },
    { provide: ReachedIds, useClass: ReachedIdsQueries },
    AppointmentChangesService,
    AppointmentPages,
    AppointmentReports,
    AppointmentsQueries,
    AppointmentsService,
    AppointmentViews,
    CommonSearches,
    CompletionService,
    CustomerAppointments,
    IncludedResourcesQueries,
    ProviderMonthQueries,
    ProviderMonthService,
    { provide: VisibleCustomers, useClass: BookedCustomers },
  ],
  exports: [
    AppointmentChangesService,
    AppointmentConflicts,
    AppointmentsService,
    ReachedIds,
    VisibleCustomers,
  ],
})
export class AppointmentsModule {}
