import { Module } from '@nestjs/common';
import { HoursAtPlacesModule } from '../hours-at-places/hours-at-places.module';
import { ProviderLockModule } from '../providers/provider-lock.module';
import { LocationsController } from './locations.controller';
import { LocationsService } from './locations.service';

@Module({
  imports: [HoursAtPlacesModule, ProviderLockModule],
  controllers: [LocationsController],
  providers: [LocationsService],
  exports: [LocationsService],
})
export class LocationsModule {}
