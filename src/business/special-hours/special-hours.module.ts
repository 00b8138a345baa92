import { Module } from '@nestjs/common';
import { ProvidersModule } from '../providers/providers.module';
import { BusinessSpecialHoursController } from './business-special-hours.controller';
import { ProviderSpecialHoursController } from './provider-special-hours.controller';
import { SpecialHoursService } from './special-hours.service';

@Module({
  imports: [ProvidersModule],
  controllers: [BusinessSpecialHoursController, ProviderSpecialHoursController],
  providers: [SpecialHoursService],
})
export class SpecialHoursModule {}
