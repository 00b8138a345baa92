import { Module } from '@nestjs/common';
import { AppointmentsModule } from '../../booking/appointments/appointments.module';
import { BookingModule } from '../../booking/booking.module';
import { DiaryModule } from '../../booking/diary/diary.module';
import { ReassignmentModule } from '../../booking/reassignment/reassignment.module';
import { WaitlistModule } from '../../booking/waitlist/waitlist.module';
import { BusinessModule } from '../../business/business.module';
import { ProvidersModule } from '../../business/providers/providers.module';
import { ServicesModule } from '../../business/services/services.module';
import { SpecialHoursModule } from '../../business/special-hours/special-hours.module';
import { TimeOffModule } from '../../business/time-off/time-off.module';
import { ChallengesModule } from '../../people/challenges/challenges.module';
import { CustomersModule } from '../../people/customers/customers.module';
import { TellingModule } from '../../telling/telling.module';
import { MetricsModule } from '../metrics/metrics.module';
import { CsvImport } from './csv/csv-import';
import { IcsImport } from './ics/ics-import';
import { ImportReferences } from './import-references.queries';
import { ImportRuns } from './import-runs';
import { ImportSources } from './import-sources';
import { MadeAt } from './made-at';
import { RowImport } from './row-import';
import { AppointmentParties } from './rows/appointment-parties';
import { AppointmentPlaces } from './rows/appointment-places';
import { AppointmentRows } from './rows/appointment-rows';
import { CustomerRows } from './rows/customer-rows';
import { ServiceRows } from './rows/service-rows';
import { ShiftRows } from './rows/shift-rows';
import { TakenTimes } from './rows/taken-times.queries';
import { TimeOffRows } from './rows/time-off-rows';
import { SourceReferences } from './source-references';

/** What other systems know becomes ours. Only its commands load it: others need few of these modules, and would start later. */
@Module({
  imports: [
    AppointmentsModule,
    BookingModule,
    BusinessModule,
    ChallengesModule,
    CustomersModule,
    DiaryModule,
    MetricsModule,
    ProvidersModule,
    ReassignmentModule,
    ServicesModule,
    SpecialHoursModule,
    TellingModule,
    TimeOffModule,
    WaitlistModule,
  ],
  providers: [
    AppointmentParties,
    AppointmentPlaces,
    AppointmentRows,
    CsvImport,
    CustomerRows,
    IcsImport,
    ImportReferences,
    ImportRuns,
    ImportSources,
    MadeAt,
    RowImport,
    ServiceRows,
    ShiftRows,
    SourceReferences,
    TakenTimes,
    TimeOffRows,
  ],
  exports: [
    AppointmentRows,
    CustomerRows,
    ImportReferences,
    ImportRuns,
    ImportSources,
    RowImport,
    ServiceRows,
    ShiftRows,
    SourceReferences,
    TimeOffRows,
  ],
})
export class ImportsModule {}
