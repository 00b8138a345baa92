import { Module } from '@nestjs/common';
import { ProvidersModule } from '../providers/providers.module';
import { ResourceTimeOffController, TimeOffController } from './time-off.controller';
import { TimeOffOwners } from './time-off-owners';
import { TimeOffService } from './time-off.service';

@Module({
  imports: [ProvidersModule],
  controllers: [TimeOffController, ResourceTimeOffController],
  providers: [TimeOffOwners, TimeOffService],
  exports: [TimeOffService],
})
export class TimeOffModule {}
