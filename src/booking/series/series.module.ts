import { Module } from '@nestjs/common';
import { ProvidersModule } from '../../business/providers/providers.module';
import { CustomersModule } from '../../people/customers/customers.module';
import { AnswersModule } from '../answers/answers.module';
import { BatchesModule } from '../appointments/batches/batches.module';
import { AppointmentExpiryModule } from '../appointments/expiry/appointment-expiry.module';
import { DecisionsModule } from '../availability/decisions/decisions.module';
import { BrowserLimitModule } from '../browser-limit/browser-limit.module';
import { GuestsModule } from '../guests/guests.module';
import { LinksModule } from '../links/links.module';
import { OccurrenceLock } from './occurrences/occurrence-lock';
import { SeriesChanges } from './series-changes.service';
import { SeriesController } from './series.controller';
import { SeriesQueries } from './series.queries';
import { SeriesService } from './series.service';

@Module({
  imports: [
    AnswersModule,
    AppointmentExpiryModule,
    BatchesModule,
    BrowserLimitModule,
    CustomersModule,
    DecisionsModule,
    GuestsModule,
    LinksModule,
    ProvidersModule,
  ],
  controllers: [SeriesController],
  providers: [OccurrenceLock, SeriesChanges, SeriesQueries, SeriesService],
})
export class SeriesModule {}
