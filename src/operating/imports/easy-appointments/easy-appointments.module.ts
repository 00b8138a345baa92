import { Module } from '@nestjs/common';
import { CategoriesModule } from '../../../business/categories/categories.module';
import { ClosuresModule } from '../../../business/closures/closures.module';
import { ProvidersModule } from '../../../business/providers/providers.module';
import { SpecialHoursModule } from '../../../business/special-hours/special-hours.module';
import { ImportsModule } from '../imports.module';
import { EasyImport } from './easy-import';
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
  imports: [CategoriesModule, ClosuresModule, ImportsModule, ProvidersModule, SpecialHoursModule],
  providers: [
    CategoryRows,
    ClosureRows,
    EasyImport,
    EasyProviders,
    EasyReferences,
    EasyStages,
    EasyTaking,
    ProviderRows,
    SpecialDayRows,
  ],
})
export class EasyAppointmentsModule {}
