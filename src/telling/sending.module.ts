import { Module } from '@nestjs/common';
import { AttemptRecord } from './messages/delivery/attempt-record';
import { DeliveryService } from './messages/delivery/delivery.service';
import { MessageRetention } from './messages/delivery/message-retention';
import { OutboxSweep } from './messages/delivery/outbox-sweep';
import { RemindersService } from './messages/delivery/reminders.service';
import { Mailer } from './messages/mail/mailer';
import { TextComposer } from './messages/texts/text-composer';
import { TextLinks } from './messages/texts/text-links';
import { EventNumbering } from './numbering/event-numbering';
import { EventRetention } from './numbering/event-retention';
import { TellingModule } from './telling.module';
import { DeliveryBodies } from './webhooks/sending/delivery-bodies';
import { DeliveryRecord } from './webhooks/sending/delivery-record';
import { LaneLeases } from './webhooks/sending/lane-leases';
import { WebhookSender } from './webhooks/sending/webhook-sender';

/** What the worker does for this wing: numbers events, sends messages and deliveries, and deletes old ones. */
@Module({
  imports: [TellingModule],
  providers: [
    AttemptRecord,
    DeliveryBodies,
    DeliveryRecord,
    DeliveryService,
    EventNumbering,
    EventRetention,
    LaneLeases,
    Mailer,
    MessageRetention,
    OutboxSweep,
    RemindersService,
    TextComposer,
    TextLinks,
    WebhookSender,
  ],
  exports: [
    DeliveryService,
    EventNumbering,
    EventRetention,
    MessageRetention,
    OutboxSweep,
    RemindersService,
    WebhookSender,
  ],
})
export class SendingModule {}
