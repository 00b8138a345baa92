import { Module } from '@nestjs/common';
import { SeriesQueries } from '../../booking/series/series.queries';
import { VisitsQueries } from '../../booking/visits/visits.queries';
import { BusinessExport } from './business-export';
import { ExportedLists } from './exported-lists';

/** Everything out. Without HTTP: only its command loads it. */
@Module({
  providers: [BusinessExport, ExportedLists, SeriesQueries, VisitsQueries],
  exports: [ExportedLists],
})
export class BusinessExportModule {}
