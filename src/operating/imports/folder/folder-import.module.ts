import { Module } from '@nestjs/common';
import { WritesModule } from '../../../booking/diary/writes/writes.module';
import { LinksModule } from '../../../booking/links/links.module';
import { HoursAtPlacesModule } from '../../../business/hours-at-places/hours-at-places.module';
import { ServicesModule } from '../../../business/services/services.module';
import { IdempotencyModule } from '../../../platform/http/idempotency/idempotency.module';
import { BusinessExportModule } from '../../business-export/business-export.module';
import { ImportReferences } from '../import-references.queries';
import { BookingRows } from './booking-rows';
import { BusinessRows } from './business-rows';
import { FolderImport } from './folder-import';
import { FolderSteps } from './folder-steps';

/** The way back of an export. Only its command loads it. */
@Module({
  imports: [
    BusinessExportModule,
    HoursAtPlacesModule,
    IdempotencyModule,
    LinksModule,
    ServicesModule,
    WritesModule,
  ],
  providers: [BookingRows, BusinessRows, FolderImport, FolderSteps, ImportReferences],
})
export class FolderImportModule {}
