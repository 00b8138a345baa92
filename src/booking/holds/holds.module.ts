import { Module } from '@nestjs/common';
import { ProvidersModule } from '../../business/providers/providers.module';
import { ClaimsModule } from '../claims/claims.module';
import { HoldPlacementModule } from './hold-placement.module';
import { HoldsController } from './holds.controller';
import { HoldsQueries } from './holds.queries';
import { HoldsService } from './holds.service';

@Module({
  imports: [ClaimsModule, HoldPlacementModule, ProvidersModule],
  controllers: [HoldsController],
  providers: [HoldsQueries, HoldsService],
  exports: [HoldsService],
})
export class HoldsModule {}
