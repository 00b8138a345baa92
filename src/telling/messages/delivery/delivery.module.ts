import { Module } from '@nestjs/common';
import { LinksModule } from '../../../booking/links/links.module';
import { QueueModule } from '../../../platform/queue/queue.module';
import { Mailer } from '../mail/mailer';
import { OfferMessagesModule } from '../offers/offer-messages.module';
import { AttemptRecord } from './attempt-record';
import { DeliveryService } from './delivery.service';
import { MessageRetention } from './message-retention';
import { OutboxSweep } from './outbox-sweep';
import { RemindersService } from './reminders.service';
import { TextComposer } from '../texts/text-composer';

/** Sends messages, queues reminders and deletes old messages. */
@Module({
  imports: [LinksModule, OfferMessagesModule, QueueModule],
  providers: [
    AttemptRecord,
    DeliveryService,
    Mailer,
    MessageRetention,
    OutboxSweep,
    RemindersService,
    TextComposer,
  ],
  exports: [DeliveryService, MessageRetention, OutboxSweep, RemindersService],
})
export class DeliveryModule {}
