import { Module } from '@nestjs/common';
import { OutgoingModule } from '../../../platform/outgoing/outgoing.module';
import { EventReadingModule } from '../../events/reading/event-reading.module';
import { TextLinksModule } from '../../messages/texts/text-links.module';
import { DeliveryBodies } from './delivery-bodies';
import { DeliveryRecord } from './delivery-record';
import { LaneLeases } from './lane-leases';
import { WebhookSender } from './webhook-sender';

/** Sends deliveries to webhooks. */
@Module({
  imports: [EventReadingModule, OutgoingModule, TextLinksModule],
  providers: [DeliveryBodies, DeliveryRecord, LaneLeases, WebhookSender],
  exports: [WebhookSender],
})
export class WebhookSendingModule {}
