import { Module } from '@nestjs/common';
import { ProvidersModule } from '../../business/providers/providers.module';
import { CustomersModule } from '../../people/customers/customers.module';
import { AvailabilityModule } from '../availability/availability.module';
import { VisitChanges } from './visit-changes';
import { VisitMoves } from './visit-moves';
import { VisitRefusals } from './visit-refusals';
import { VisitsController } from './visits.controller';
import { VisitsQueries } from './visits.queries';
import { VisitsService } from './visits.service';
import { DiaryModule } from '../diary/diary.module';

@Module({
  imports: [DiaryModule, AvailabilityModule, CustomersModule, ProvidersModule],
  controllers: [VisitsController],
  providers: [VisitChanges, VisitMoves, VisitRefusals, VisitsQueries, VisitsService],
  exports: [VisitChanges],
})
export class VisitsModule {}
