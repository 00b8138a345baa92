import { Module } from '@nestjs/common';
import { HoursAtPlacesModule } from '../hours-at-places/hours-at-places.module';
import { BusinessHoursController } from './business-hours.controller';
import { BusinessHoursService } from './business-hours.service';

@Module({
  imports: [HoursAtPlacesModule],
  controllers: [BusinessHoursController],
  providers: [BusinessHoursService],
  exports: [BusinessHoursService],
})
export class BusinessHoursModule {}
