import { Module } from '@nestjs/common';
import { HoldSweepModule } from '../../../booking/holds/hold-sweep.module';
import { WaitlistOffersModule } from '../../../booking/waitlist/offers/waitlist-offers.module';
import { IdempotencyModule } from '../../../platform/http/idempotency/idempotency.module';
import { QueueModule } from '../../../platform/queue/queue.module';
import { DeliveryRecord } from './delivery-record';
import { DeliveryService } from './delivery.service';
import { DeliveryWorker } from './delivery-worker';
import { Mailer } from '../mail/mailer';
import { OfferMessagesModule } from '../offers/offer-messages.module';
import { MessageRetention } from './message-retention';
import { RemindersService } from './reminders.service';
import { Maintenance } from './maintenance';

/** Sends messages, queues reminders, makes offers to the waitlist and deletes expired data: inside the service, or in the process of `npm run worker`. */
@Module({
  imports: [HoldSweepModule, IdempotencyModule, OfferMessagesModule, QueueModule, WaitlistOffersModule],
  providers: [
    DeliveryRecord,
    DeliveryService,
    DeliveryWorker,
    Mailer,
    RemindersService,
    Maintenance,
    MessageRetention,
  ],
})
export class DeliveryModule {}
