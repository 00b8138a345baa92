import { Module } from '@nestjs/common';
import { ProvidersModule } from '../../business/providers/providers.module';
import { CustomersModule } from '../../people/customers/customers.module';
import { AnswersModule } from '../answers/answers.module';
import { AvailabilityModule } from '../availability/availability.module';
import { BrowserLimitModule } from '../browser-limit/browser-limit.module';
import { GuestsModule } from '../guests/guests.module';
import { LinksModule } from '../links/links.module';
import { VisitChanges } from './visit-changes';
import { VisitMoves } from './visit-moves';
import { VisitRefusals } from './visit-refusals';
import { VisitsController } from './visits.controller';
import { VisitsQueries } from './visits.queries';
import { VisitsService } from './visits.service';
import { DiaryModule } from '../diary/diary.module';

@Module({
  imports: [
    DiaryModule,
    AnswersModule,
    AvailabilityModule,
    BrowserLimitModule,
    CustomersModule,
    GuestsModule,
    LinksModule,
    ProvidersModule,
  ],
  controllers: [VisitsController],
  providers: [VisitChanges, VisitMoves, VisitRefusals, VisitsQueries, VisitsService],
  exports: [VisitChanges],
})
export class VisitsModule {}
