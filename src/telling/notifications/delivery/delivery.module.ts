import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../../../platform/http/idempotency/idempotency.module';
import { QueueModule } from '../../../platform/queue/queue.module';
import { DeliveryRecord } from './delivery-record';
import { DeliveryService } from './delivery.service';
import { DeliveryWorker } from './delivery-worker';
import { Mailer } from '../mail/mailer';
import { RemindersService } from './reminders.service';
import { Upkeep } from './upkeep';

/** Sends what is queued, and reminders, and clears up: in the service, and in a process of its own (`npm run worker`). */
@Module({
  imports: [IdempotencyModule, QueueModule],
  providers: [DeliveryRecord, DeliveryService, DeliveryWorker, Mailer, RemindersService, Upkeep],
})
export class DeliveryModule {}
