import { Module } from '@nestjs/common';
import { BookingModule } from '../../booking/booking.module';
import { DiaryModule } from '../../booking/diary/diary.module';
import { HoldSweep } from '../../booking/holds/hold-sweep';
import { WaitlistOffersModule } from '../../booking/waitlist/offers/waitlist-offers.module';
import { BusinessModule } from '../../business/business.module';
import { ChallengeSweep } from '../../people/challenges/challenge-sweep';
import { SendingModule } from '../../telling/sending.module';
import { PersonalDataModule } from '../personal-data/personal-data.module';
import { BackgroundWorker } from './background-worker';
import { CommitWatch } from './commit-watch';
import { Maintenance } from './maintenance';

/** What a worker does, inside the service or in the process of `npm run worker`. */
@Module({
  imports: [
    BookingModule,
    BusinessModule,
    DiaryModule,
    PersonalDataModule,
    SendingModule,
    WaitlistOffersModule,
  ],
  providers: [BackgroundWorker, ChallengeSweep, CommitWatch, HoldSweep, Maintenance],
})
export class BackgroundModule {}
