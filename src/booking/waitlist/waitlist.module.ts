import { Module } from '@nestjs/common';
import { CustomersModule } from '../../people/customers/customers.module';
import { AppointmentsModule } from '../appointments/appointments.module';
import { WaitlistOffersModule } from './offers/waitlist-offers.module';
import { WaitlistController } from './waitlist.controller';
import { WaitlistQueries } from './waitlist.queries';
import { WaitlistService } from './waitlist.service';
import { DiaryModule } from '../diary/diary.module';

@Module({
  imports: [DiaryModule, AppointmentsModule, CustomersModule, WaitlistOffersModule],
  controllers: [WaitlistController],
  providers: [WaitlistQueries, WaitlistService],
  exports: [WaitlistService],
})
export class WaitlistModule {}
