import { Module } from '@nestjs/common';
import { AppointmentErasureModule } from '../../../booking/appointments/erasure/appointment-erasure.module';
import { LinksModule } from '../../../booking/links/links.module';
import { WaitlistErasureModule } from '../../../booking/waitlist/erasure/waitlist-erasure.module';
import { CustomerErasureModule } from '../../../people/customers/erasure/customer-erasure.module';
import { IdempotencyModule } from '../../../platform/http/idempotency/idempotency.module';
import { MessageErasureModule } from '../../../telling/messages/erasure/message-erasure.module';
import { AuditErasureModule } from '../../audit/erasure/audit-erasure.module';
import { ErasureLock } from './erasure-lock';
import { ErasureService } from './erasure.service';
import { TrailErasure } from './trail-erasure';

/** Without HTTP, so that the worker and the command line can erase, too. */
@Module({
  imports: [
    AppointmentErasureModule,
    AuditErasureModule,
    CustomerErasureModule,
    IdempotencyModule,
    // Answers that are kept for an Idempotency-Key have links, and an erasure forgets such answers.
    LinksModule,
    MessageErasureModule,
    WaitlistErasureModule,
  ],
  providers: [ErasureLock, ErasureService, TrailErasure],
  exports: [ErasureService],
})
export class ErasureModule {}
