import { Module } from '@nestjs/common';
import { BusinessHoursModule } from '../../../business/business-hours/business-hours.module';
import { CategoriesModule } from '../../../business/categories/categories.module';
import { ClosuresModule } from '../../../business/closures/closures.module';
import { HoursAtPlacesModule } from '../../../business/hours-at-places/hours-at-places.module';
import { ProvidersModule } from '../../../business/providers/providers.module';
import { SpecialHoursModule } from '../../../business/special-hours/special-hours.module';
import { ImportedHours } from '../imported-hours';
import { ImportsModule } from '../imports.module';
import { CategoryRows, ClosureRows, ProviderRows, SpecialDayRows } from './system-rows';
import { SystemImport } from './system-import';
import { SystemReferences } from './system-references.queries';

/** What a whole system knows becomes ours. */
@Module({
  imports: [
    BusinessHoursModule,
    CategoriesModule,
    ClosuresModule,
    HoursAtPlacesModule,
    ImportsModule,
    ProvidersModule,
    SpecialHoursModule,
  ],
  providers: [
    CategoryRows,
    ClosureRows,
    ImportedHours,
    ProviderRows,
    SpecialDayRows,
    SystemImport,
    SystemReferences,
  ],
})
export class SystemImportModule {}
