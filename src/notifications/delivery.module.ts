import { Module } from '@nestjs/common';
import { DeliveryService } from './delivery.service';
import { DeliveryWorker } from './delivery-worker';
import { Mailer } from './mail/mailer';
import { NotificationQueue } from './notification-queue';

/** Sends what is queued: in the service, and in a process of its own (`npm run worker`). */
@Module({ providers: [DeliveryService, DeliveryWorker, Mailer, NotificationQueue] })
export class DeliveryModule {}
