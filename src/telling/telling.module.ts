import { Global, Module } from '@nestjs/common';
import { BookingModule } from '../booking/booking.module';
import { CustomerMessages } from '../booking/diary/writes/customer-messages';
import { OfferMessages } from '../booking/waitlist/offers/offer-messages';
import { EventQueries } from './events/reading/event.queries';
import { EventReader } from './events/reading/event-reader';
import { PastRows } from './events/reading/past-rows';
import { MessagesQueries } from './messages/messages.queries';
import { MessagesService } from './messages/messages.service';
import { QueuedOfferMessages } from './messages/offers/queued-offer-messages';
import { ProviderMessages } from './messages/providers/provider-messages';
import { TextMessages } from './messages/texts/text-messages';

/**
 * Queues messages to customers and reads events. Global, so that `booking` can inject `CustomerMessages` and `OfferMessages` without
 * importing this wing. `SendingModule` sends what is queued.
 */
@Global()
@Module({
  imports: [BookingModule],
  providers: [
    { provide: CustomerMessages, useExisting: MessagesService },
    EventQueries,
    EventReader,
    MessagesQueries,
    MessagesService,
    { provide: OfferMessages, useClass: QueuedOfferMessages },
    PastRows,
    ProviderMessages,
    TextMessages,
  ],
  exports: [CustomerMessages, EventQueries, EventReader, MessagesQueries, MessagesService, OfferMessages],
})
export class TellingModule {}
