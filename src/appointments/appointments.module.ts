import { Module } from '@nestjs/common';
import { AvailabilityModule } from '../availability/availability.module';
import { CustomersModule } from '../customers/customers.module';
import { ProvidersModule } from '../providers/providers.module';
import { AppointmentsController } from './appointments.controller';
import { AppointmentsQueries } from './appointments.queries';
import { AppointmentsService } from './appointments.service';

@Module({
  imports: [AvailabilityModule, CustomersModule, ProvidersModule],
  controllers: [AppointmentsController],
  providers: [AppointmentsQueries, AppointmentsService],
})
export class AppointmentsModule {}
