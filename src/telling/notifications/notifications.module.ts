import { Module } from '@nestjs/common';
import { QueueModule } from '../../platform/queue/queue.module';
import { NotificationsController } from './notifications.controller';
import { NotificationsQueries } from './notifications.queries';
import { NotificationsService } from './notifications.service';

/** Queues messages. Sending them is the business of `DeliveryModule`. */
@Module({
  imports: [QueueModule],
  controllers: [NotificationsController],
  providers: [NotificationsQueries, NotificationsService],
  exports: [NotificationsService],
})
export class NotificationsModule {}
