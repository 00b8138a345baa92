import { Module } from '@nestjs/common';
import { BusinessHoursModule } from '../../../business/business-hours/business-hours.module';
import { CategoriesModule } from '../../../business/categories/categories.module';
import { ClosuresModule } from '../../../business/closures/closures.module';
import { HoursAtPlacesModule } from '../../../business/hours-at-places/hours-at-places.module';
import { ProvidersModule } from '../../../business/providers/providers.module';
import { SpecialHoursModule } from '../../../business/special-hours/special-hours.module';
import { ImportedHours } from '../imported-hours';
import { ImportsModule } from '../imports.module';
import { EasyClosures } from './easy-closures';
import { EasyImport } from './easy-import';
import { EasyLinks } from './easy-links';
import { EasyProviders } from './easy-providers';
import { EasyReferences } from './easy-references.queries';
import { EasyStages } from './easy-stages';
import { EasyTaking } from './easy-taking';
import { CategoryRows } from './rows/category-rows';
import { ClosureRows } from './rows/closure-rows';
import { ProviderRows } from './rows/provider-rows';
import { SpecialDayRows } from './rows/special-day-rows';

/** What an Easy!Appointments knows becomes ours. */
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
    EasyClosures,
    EasyImport,
    EasyLinks,
    EasyProviders,
    EasyReferences,
    EasyStages,
    EasyTaking,
    ImportedHours,
    ProviderRows,
    SpecialDayRows,
  ],
})
export class EasyAppointmentsModule {}
