import { Global, Module } from '@nestjs/common';
import { Links } from '../platform/http/envelope/links';
import { OncePerKey } from '../platform/http/idempotency/once-per-key';
import { BookingAnswers } from './answers/booking-answers';
import { BrowserLimit } from './browser-limit/browser-limit';
import { ToldGuests } from './guests/told-guests';
import { ManageLinks } from './links/manage-links';
import { OldLinks } from './links/old-links';
import { BookedStartFill } from './zone-review/booked-start-fill';

const SHARED = [BookedStartFill, BookingAnswers, BrowserLimit, ManageLinks, OldLinks, OncePerKey, ToldGuests];

/**
 * What features of this wing share, and what the worker does for it. Without controllers, which the worker does not need. Global: every
 * answer that shows a booking shows its link, those that `OncePerKey` keeps included.
 */
@Global()
@Module({
  providers: [...SHARED, { provide: Links, useExisting: ManageLinks }],
  exports: [...SHARED, Links],
})
export class BookingModule {}
