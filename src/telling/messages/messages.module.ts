import { Global, Module } from '@nestjs/common';
import { CustomerMessages } from '../../booking/appointments/changes/customer-messages';
import { QueueModule } from '../../platform/queue/queue.module';
import { NotificationsController } from './notifications.controller';
import { MessagesQueries } from './messages.queries';
import { MessagesService } from './messages.service';
import { OfferMessagesModule } from './offers/offer-messages.module';

/**
 * Queues messages to customers; `DeliveryService` sends them. Global, so that `booking` can inject `CustomerMessages` without
 * importing this wing.
 */
@Global()
@Module({
  imports: [OfferMessagesModule, QueueModule],
  controllers: [NotificationsController],
  providers: [MessagesQueries, MessagesService, { provide: CustomerMessages, useExisting: MessagesService }],
  exports: [CustomerMessages],
})
export class MessagesModule {}
