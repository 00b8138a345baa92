import { Module } from '@nestjs/common';
import { ChallengeSweep } from './challenge-sweep';

/** Apart from `ChallengesModule`, because the worker has no controllers. */
@Module({
  providers: [ChallengeSweep],
  exports: [ChallengeSweep],
})
export class ChallengeSweepModule {}
