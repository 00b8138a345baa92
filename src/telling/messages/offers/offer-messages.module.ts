import { Global, Module } from '@nestjs/common';
import { OfferMessages } from '../../../booking/waitlist/offers/offer-messages';
import { QueueModule } from '../../../platform/queue/queue.module';
import { QueuedOfferMessages } from './queued-offer-messages';

/** Global, so that `booking` can inject `OfferMessages` without importing this wing; also in the worker, which makes offers. */
@Global()
@Module({
  imports: [QueueModule],
  providers: [{ provide: OfferMessages, useClass: QueuedOfferMessages }],
  exports: [OfferMessages],
})
export class OfferMessagesModule {}
