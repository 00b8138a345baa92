import { Module } from '@nestjs/common';
import { EventReadingModule } from '../../../telling/events/reading/event-reading.module';
import { CustomerTrail } from '../../audit/customer-trail.queries';
import { ExportService } from './export.service';
import { PersonEvents } from './person-events.queries';
import { PersonRecords } from './person-records.queries';

/** Without HTTP, so that the command line can export, too. */
@Module({
  imports: [EventReadingModule],
  providers: [CustomerTrail, ExportService, PersonEvents, PersonRecords],
  exports: [ExportService],
})
export class ExportModule {}
