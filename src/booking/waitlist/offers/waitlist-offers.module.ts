import { Global, Module } from '@nestjs/common';
import { BookedOffers } from '../../appointments/changes/booked-offers';
import { WaitlistBookedOffers } from './waitlist-booked-offers';
import { FirstOffer } from './first-offer';
import { FreedTimeWatch } from './freed-time-watch';
import { LineQueries } from './line.queries';
import { OfferMaker } from './offer-maker';
import { OfferRound } from './offer-round';
import { WaitlistWorker } from './waitlist-worker';
import { DiaryModule } from '../../diary/diary.module';

/**
 * Makes offers: in the service, and in the process of `npm run worker`, which has no controllers. Global, because appointments
 * inject `BookedOffers` without importing this module, which lies above them.
 */
@Global()
@Module({
  imports: [DiaryModule],
  providers: [
    { provide: BookedOffers, useClass: WaitlistBookedOffers },
    FirstOffer,
    FreedTimeWatch,
    LineQueries,
    OfferMaker,
    OfferRound,
    WaitlistWorker,
  ],
  exports: [BookedOffers, FirstOffer, WaitlistWorker],
})
export class WaitlistOffersModule {}
