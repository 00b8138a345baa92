import { Module } from '@nestjs/common';
import { BookingCustomers } from './booking-customers';
import { CustomersController } from './customers.controller';
import { CustomersService } from './customers.service';

@Module({
  controllers: [CustomersController],
  providers: [BookingCustomers, CustomersService],
  exports: [BookingCustomers, CustomersService],
})
export class CustomersModule {}
