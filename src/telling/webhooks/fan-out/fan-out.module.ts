import { Module } from '@nestjs/common';
import { EventFanOut } from './event-fan-out';

/** Queues deliveries of new events. */
@Module({ providers: [EventFanOut], exports: [EventFanOut] })
export class FanOutModule {}
