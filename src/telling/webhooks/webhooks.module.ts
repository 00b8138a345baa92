import { Module } from '@nestjs/common';
import { OutgoingModule } from '../../platform/outgoing/outgoing.module';
import { EventReadingModule } from '../events/reading/event-reading.module';
import { WebhookDeliveriesController } from './deliveries/deliveries.controller';
import { DeliveriesService } from './deliveries/deliveries.service';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

/** Keeps webhooks and shows their deliveries. `WebhookSender` sends them. */
@Module({
  imports: [EventReadingModule, OutgoingModule],
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: [DeliveriesService, WebhooksService],
})
export class WebhooksModule {}
