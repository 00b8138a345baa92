import { Module } from '@nestjs/common';
import { AppointmentPages } from '../../booking/appointments/reading/appointment-pages.queries';
import { CustomerAppointmentsController } from '../../booking/appointments/of-customer/customer-appointments.controller';
import { CustomerAppointments } from '../../booking/appointments/of-customer/customer-appointments.queries';
import { CustomersController } from './customers.controller';
import { CustomersService } from './customers.service';

@Module({
  controllers: [CustomersController, CustomerAppointmentsController],
  // AppointmentPages needs the database only: the module of appointments builds on this one.
  providers: [AppointmentPages, CustomerAppointments, CustomersService],
  exports: [CustomersService],
})
export class CustomersModule {}
