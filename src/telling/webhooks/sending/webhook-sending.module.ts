import { Module } from '@nestjs/common';
import { OutgoingModule } from '../../../platform/outgoing/outgoing.module';
import { EventReadingModule } from '../../events/reading/event-reading.module';
import { Replays } from '../replays/replays';
import { DeliveryBodies } from './delivery-bodies';
import { DeliveryRecord } from './delivery-record';
import { DeliveryRetention } from './delivery-retention';
import { LaneLeases } from './lane-leases';
import { LaneSender } from './lane-sender';
import { WebhookSender } from './webhook-sender';

/** Sends deliveries to webhooks, and deletes old ones. */
@Module({
  imports: [EventReadingModule, OutgoingModule],
  providers: [
    DeliveryBodies,
    DeliveryRecord,
    DeliveryRetention,
    LaneLeases,
    LaneSender,
    Replays,
    WebhookSender,
  ],
  exports: [DeliveryRetention, WebhookSender],
})
export class WebhookSendingModule {}
