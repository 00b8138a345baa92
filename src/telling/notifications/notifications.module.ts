import { Global, Module } from '@nestjs/common';
import { CustomerMessages } from '../../booking/appointments/customer-messages';
import { QueueModule } from '../../platform/queue/queue.module';
import { NotificationsController } from './notifications.controller';
import { NotificationsQueries } from './notifications.queries';
import { NotificationsService } from './notifications.service';

/**
 * Queues messages to customers; `DeliveryModule` sends them. Global: bookings announce their changes through
 * `CustomerMessages`, and know nothing of this module.
 */
@Global()
@Module({
  imports: [QueueModule],
  controllers: [NotificationsController],
  providers: [
    NotificationsQueries,
    NotificationsService,
    { provide: CustomerMessages, useExisting: NotificationsService },
  ],
  exports: [CustomerMessages],
})
export class NotificationsModule {}
