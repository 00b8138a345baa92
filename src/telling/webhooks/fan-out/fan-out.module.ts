import { Module } from '@nestjs/common';
import { EventReceivers } from '../../events/event-receivers';
import { EventFanOut } from './event-fan-out';

/** Queues deliveries of new events. */
@Module({
  providers: [{ provide: EventReceivers, useClass: EventFanOut }],
  exports: [EventReceivers],
})
export class FanOutModule {}
