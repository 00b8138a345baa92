import { Module } from '@nestjs/common';
import { HoldSweep } from './hold-sweep';

/** For the worker, which places no holds and so needs nothing else of them. */
@Module({
  providers: [HoldSweep],
  exports: [HoldSweep],
})
export class HoldSweepModule {}
