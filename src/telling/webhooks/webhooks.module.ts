import { Module } from '@nestjs/common';
import { WebhookDeliveriesController } from './deliveries/deliveries.controller';
import { DeliveriesService } from './deliveries/deliveries.service';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

/** Keeps webhooks and shows their deliveries. `WebhookSender` sends them. */
@Module({
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: [DeliveriesService, WebhooksService],
})
export class WebhooksModule {}
