import { Module } from '@nestjs/common';
import { BookedStartFillModule } from '../../booking/zone-review/booked-start-fill.module';
import { AppointmentExpiryModule } from '../../booking/appointments/expiry/appointment-expiry.module';
import { HoldSweepModule } from '../../booking/holds/hold-sweep.module';
import { WaitlistOffersModule } from '../../booking/waitlist/offers/waitlist-offers.module';
import { CalendarFetchingModule } from '../../business/busy-calendars/fetching/calendar-fetching.module';
import { BrowserLimitModule } from '../../booking/browser-limit/browser-limit.module';
import { ChallengeSweepModule } from '../../people/challenges/challenge-sweep.module';
import { IdempotencyModule } from '../../platform/http/idempotency/idempotency.module';
import { QueueModule } from '../../platform/queue/queue.module';
import { EventNumberingModule } from '../../telling/numbering/event-numbering.module';
import { CustomerMessagesModule } from '../../telling/messages/customer-messages.module';
import { DeliveryModule } from '../../telling/messages/delivery/delivery.module';
import { WebhookSendingModule } from '../../telling/webhooks/sending/webhook-sending.module';
import { RetentionModule } from '../personal-data/retention/retention.module';
import { BackgroundWorker } from './background-worker';
import { CommitWatch } from './commit-watch';
import { Maintenance } from './maintenance';

/** What a worker does, inside the service or in the process of `npm run worker`. */
@Module({
  imports: [
    BookedStartFillModule,
    AppointmentExpiryModule,
    CustomerMessagesModule,
    CalendarFetchingModule,
    BrowserLimitModule,
    ChallengeSweepModule,
    DeliveryModule,
    EventNumberingModule,
    HoldSweepModule,
    IdempotencyModule,
    QueueModule,
    RetentionModule,
    WaitlistOffersModule,
    WebhookSendingModule,
  ],
  providers: [BackgroundWorker, CommitWatch, Maintenance],
})
export class BackgroundModule {}
