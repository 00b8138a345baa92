import { Module } from '@nestjs/common';
import { QueueModule } from '../../platform/queue/queue.module';
import { CustomerMessagesModule } from './customer-messages.module';
import { NotificationsController } from './notifications.controller';
import { OfferMessagesModule } from './offers/offer-messages.module';

/** Messages to customers, and their list. `DeliveryService` sends them. */
@Module({
  imports: [CustomerMessagesModule, OfferMessagesModule, QueueModule],
  controllers: [NotificationsController],
})
export class MessagesModule {}
