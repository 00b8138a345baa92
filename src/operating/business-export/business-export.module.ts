import { Module } from '@nestjs/common';
import { GuestsModule } from '../../booking/guests/guests.module';
import { SeriesQueries } from '../../booking/series/series.queries';
import { VisitsQueries } from '../../booking/visits/visits.queries';
import { BusinessExport } from './business-export';
import { ExportedLists } from './exported-lists';

/** Everything out. Without HTTP: only its command loads it. */
@Module({
  imports: [GuestsModule],
  providers: [BusinessExport, ExportedLists, SeriesQueries, VisitsQueries],
  exports: [ExportedLists],
})
export class BusinessExportModule {}
