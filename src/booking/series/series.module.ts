import { Module } from '@nestjs/common';
import { ProvidersModule } from '../../business/providers/providers.module';
import { CustomersModule } from '../../people/customers/customers.module';
import { OccurrenceLock } from './occurrences/occurrence-lock';
import { SeriesChanges } from './series-changes.service';
import { SeriesController } from './series.controller';
import { SeriesQueries } from './series.queries';
import { SeriesService } from './series.service';
import { DiaryModule } from '../diary/diary.module';

@Module({
  imports: [DiaryModule, CustomersModule, ProvidersModule],
  controllers: [SeriesController],
  providers: [OccurrenceLock, SeriesChanges, SeriesQueries, SeriesService],
})
export class SeriesModule {}
