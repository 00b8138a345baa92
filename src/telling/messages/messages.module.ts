import { Module } from '@nestjs/common';
import { QueueModule } from '../../platform/queue/queue.module';
import { CustomerMessagesModule } from './customer-messages.module';
import { MessagesController } from './messages.controller';
import { OfferMessagesModule } from './offers/offer-messages.module';

/** Messages to customers, and their list. `DeliveryService` sends them. */
@Module({
  imports: [CustomerMessagesModule, OfferMessagesModule, QueueModule],
  controllers: [MessagesController],
})
export class MessagesModule {}
