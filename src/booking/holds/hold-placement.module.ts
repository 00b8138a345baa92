import { Module } from '@nestjs/common';
import { DecisionsModule } from '../availability/decisions/decisions.module';
import { HoldPlacement } from './hold-placement';

/** Apart from `HoldsModule`, because the worker has no controllers. */
@Module({
  imports: [DecisionsModule],
  providers: [HoldPlacement],
  exports: [HoldPlacement],
})
export class HoldPlacementModule {}
