import { Global, Module } from '@nestjs/common';
import { CustomerMessages } from '../../booking/diary/writes/customer-messages';
import { GuestsModule } from '../../booking/guests/guests.module';
import { MessagesQueries } from './messages.queries';
import { ProviderMessages } from './providers/provider-messages';
import { TextMessages } from './texts/text-messages';
import { MessagesService } from './messages.service';

/**
 * Queues messages to customers. Global, so that `booking` can inject `CustomerMessages` without importing this wing. Apart from
 * `MessagesModule`, because the worker has no controllers.
 */
@Global()
@Module({
  imports: [GuestsModule],
  providers: [
    MessagesQueries,
    MessagesService,
    ProviderMessages,
    TextMessages,
    { provide: CustomerMessages, useExisting: MessagesService },
  ],
  exports: [CustomerMessages, MessagesQueries, MessagesService],
})
export class CustomerMessagesModule {}
