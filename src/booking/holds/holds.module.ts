import { Module } from '@nestjs/common';
import { ProvidersModule } from '../../business/providers/providers.module';
import { AvailabilityModule } from '../availability/availability.module';
import { HoldsController } from './holds.controller';
import { HoldsQueries } from './holds.queries';
import { HoldsService } from './holds.service';
import { DiaryModule } from '../diary/diary.module';

@Module({
  imports: [DiaryModule, AvailabilityModule, ProvidersModule],
  controllers: [HoldsController],
  providers: [HoldsQueries, HoldsService],
})
export class HoldsModule {}
