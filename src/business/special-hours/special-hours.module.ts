import { Module } from '@nestjs/common';
import { ProvidersModule } from '../providers/providers.module';
import { BusinessSpecialHoursController, ProviderSpecialHoursController } from './special-hours.controller';
import { SpecialAbsences } from './special-absences';
import { SpecialHoursService } from './special-hours.service';

@Module({
  imports: [ProvidersModule],
  controllers: [BusinessSpecialHoursController, ProviderSpecialHoursController],
  providers: [SpecialAbsences, SpecialHoursService],
  exports: [SpecialHoursService],
})
export class SpecialHoursModule {}
